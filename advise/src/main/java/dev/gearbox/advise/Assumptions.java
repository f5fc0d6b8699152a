package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Range;
import java.util.ArrayList;
import java.util.List;

/** What the figures assume. Where a prediction leaves the range in which its costs were measured, it is called an extrapolation. */
final class Assumptions {
    /** Costs per connection were published for up to so many. */
    private static final int MEASURED_CONNECTIONS = 10_000;

    private static final int MEASURED_BYTES = 16_384;

    private Assumptions() {}

    static List<String> of(DescribedWorkload workload, Costs costs) {
        List<String> list = new ArrayList<>();
        list.add(costs.caption());
        list.add(
                "The intervals contain judgement. In trials on one machine 97 % of the measured values lay in them; processor time was 9 % off in the median, half as much again as predicted at 200 requests a second, and p99 was about twice as long as predicted (docs/advise.md).");
        int measured = costs.calibration().machine().cores();
        if (workload.cores() != measured) {
            list.add("Extrapolated from " + measured + " to " + workload.cores()
                    + " cores: assumes that costs stay the same, and that cores do not" + " hinder each other.");
        }
        if (workload.connections() > MEASURED_CONNECTIONS) {
            list.add(
                    "Extrapolated to " + PredictedText.exact((double) workload.connections())
                            + " connections: assumes that a request costs as much as with a few, although caches hold fewer of them.");
        }
        if (workload.bytes() > MEASURED_BYTES) {
            list.add("Extrapolated to messages of " + PredictedText.bytes((double) workload.bytes())
                    + ": assumes one read and one write for each, at the rate per byte of 16 KiB.");
        }
        list.add(
                "Requests arrive at random and do not wait for answers; the load's own processor time is not included. Times are those over loopback; a network adds its own.");
        if (isUnknown(workload.cpuSeconds(), workload.cpuVariation())
                || isUnknown(workload.waitSeconds(), workload.waitVariation())) {
            list.add(
                    "How much the times of the application vary is not given: intervals of p50 and p99 reach from constant times to a long tail"
                            + " (--cpu-variation, --wait-variation).");
        }
        if (workload.blocks()) {
            list.add("What requests wait for does not become slower with more of them.");
        }
        return list;
    }

    private static boolean isUnknown(double seconds, Range variation) {
        return seconds > 0 && variation.low() < variation.high();
    }
}
