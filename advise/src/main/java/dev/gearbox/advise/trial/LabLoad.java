package dev.gearbox.advise.trial;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.PredictedText;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * A described workload as a load of the lab: an open loop on persistent connections, with the workload {@code described} of the study of echo servers. What this machine
 * cannot load is refused with the nearest workload that it can.
 */
public final class LabLoad {
    /** The workload of the study, whose axes {@link #axes} fills. */
    public static final String WORKLOAD = "described";

    /** A generator has to read and write as well; above this share of its core it is no longer fit. */
    private static final double GENERATOR_SHARE = 0.6;

    private static final long MOST_BYTES = 1 << 20;
    private static final double LONGEST_WAIT = 1;
    /** With a few requests in a slice there is no 99th percentile. */
    private static final double LEAST_RATE = 20;

    private static final double NANOS = 1e9;
    private static final int PERCENT = 100;

    private LabLoad() {}

    /**
     * Returns the workload as the lab runs it: with as many cores as the server gets, and with the best estimates of variations that are not known.
     *
     * @param coresGiven whether the user named the number of cores
     * @throws AdviseException if this machine cannot load it; the message names the nearest one
     */
    public static DescribedWorkload asRun(
            DescribedWorkload workload, boolean coresGiven, Costs costs, LabMachine machine) {
        int cores = coresGiven ? workload.cores() : machine.usualCores();
        if (cores > machine.mostCores()) {
            throw refused(
                    "a server with " + cores + " cores",
                    "it has " + machine.mostCores() + (machine.mostCores() == 1 ? " core" : " cores")
                            + " for it beside the load",
                    "--cores " + machine.mostCores());
        }
        if (workload.connectsPerSecond() > 0) {
            throw refused("new connections during a measurement", "its load keeps connections open", "--connects 0");
        }
        if (workload.connections() > machine.connections()) {
            throw refused(
                    PredictedText.exact((double) workload.connections()) + " connections",
                    "a process can hold about " + PredictedText.exact((double) machine.connections()) + " open",
                    "--connections " + machine.connections());
        }
        if (workload.bytes() > MOST_BYTES) {
            throw refused(
                    "requests of " + PredictedText.bytes((double) workload.bytes()),
                    "its load sends at most " + PredictedText.bytes((double) MOST_BYTES) + " at a time",
                    "--size 1MiB");
        }
        if (workload.waitSeconds() > LONGEST_WAIT) {
            throw refused(
                    "a wait of " + PredictedText.time(workload.waitSeconds()),
                    "its slices are too short for waits above " + PredictedText.time(LONGEST_WAIT),
                    "--wait 1s");
        }
        checkRate(workload, costs);
        return new DescribedWorkload(
                workload.connections(),
                workload.rate(),
                workload.bytes(),
                workload.cpuSeconds(),
                known(workload.cpuVariation()),
                workload.waitSeconds(),
                known(workload.waitVariation()),
                0,
                cores,
                workload.p99Limit(),
                workload.memoryLimit());
    }

    private static void checkRate(DescribedWorkload workload, Costs costs) {
        if (workload.rate() < LEAST_RATE) {
            throw refused(
                    PredictedText.exact(workload.rate()) + " requests a second",
                    "its slices take two seconds, which is too short for a p99 of so few",
                    "--rate " + (int) LEAST_RATE);
        }
        double more = Math.max(0, workload.bytes() - UnitCost.MESSAGE)
                * costs.range(UnitCost.BYTE).value();
        double most = GENERATOR_SHARE
                / (costs.range(UnitCost.READ).value()
                        + costs.range(UnitCost.WRITE).value()
                        + more);
        if (workload.rate() > most) {
            throw refused(
                    PredictedText.exact(workload.rate()) + " requests a second",
                    "one core of load is fit for about " + PredictedText.rate(most),
                    "--rate " + PredictedText.count(most).replace(",", ""));
        }
    }

    private static AdviseException refused(String what, String why, String nearest) {
        return new AdviseException(
                "this machine cannot load " + what + ": " + why + ". The nearest possible: " + nearest);
    }

    /** The server takes percents. */
    private static Range known(Range variation) {
        return Range.exactly(Math.round(variation.value() * PERCENT) / (double) PERCENT);
    }

    /** Returns the value on each axis of the workload {@value #WORKLOAD}. */
    public static Map<String, String> axes(DescribedWorkload run) {
        Map<String, String> axes = new LinkedHashMap<>();
        axes.put("handler", handler(run));
        axes.put("connections", Integer.toString(run.connections()));
        axes.put("bytes", Long.toString(run.bytes()));
        axes.put("rate", BigDecimal.valueOf(run.rate()).stripTrailingZeros().toPlainString());
        return axes;
    }

    private static String handler(DescribedWorkload run) {
        StringBuilder spec = new StringBuilder("work?bytes=").append(run.bytes());
        append(spec, "cpu", run.cpuSeconds(), run.cpuVariation());
        append(spec, "wait", run.waitSeconds(), run.waitVariation());
        return spec.toString();
    }

    private static void append(StringBuilder spec, String name, double seconds, Range variation) {
        if (seconds > 0) {
            spec.append('&')
                    .append(name)
                    .append('=')
                    .append(Math.round(seconds * NANOS))
                    .append("ns");
            spec.append('&').append(name).append("-variation=").append(Math.round(variation.value() * PERCENT));
        }
    }
}
