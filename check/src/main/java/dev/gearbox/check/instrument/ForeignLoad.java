package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.InterferenceMonitor;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleExperiment;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.stats.FitnessLimits;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * IT-10: for a third of a run another program spins on the server's core. The blocks that it touched must be marked as disturbed by a program, and no
 * others: a block dropped without reason is lost, too. Steal time of the hypervisor is not part of this check.
 */
public record ForeignLoad() implements Check {
    private static final int BLOCKS = 15;
    private static final int FROM = 6;
    private static final int TO = 10;

    @Override
    public String id() {
        return "IT-10";
    }

    @Override
    public String title() {
        return "another program on the server's core";
    }

    @Override
    public String mark() {
        return "90 % of touched blocks tainted, 5 % of others";
    }

    @Override
    public Cost cost() {
        return Cost.NORMAL;
    }

    @Override
    public Duration expected() {
        return Duration.ofSeconds(35);
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        if (!context.hasTwoCores()) {
            return CheckOutcome.notHere("needs a core for the server and one for the generator");
        }
        double before = InterferenceMonitor.foreignCores();
        int core = context.setup().pinning().server().getFirst();
        List<Slice> slices;
        try (Intruder intruder = new Intruder(core)) {
            Evidence evidence = OracleExperiment.run(
                    context,
                    "foreign load",
                    List.of(Oracle.PLAIN.subject("plain")),
                    new Arrivals.Poisson(5_000, 10),
                    OracleExperiment.design(1, BLOCKS, 1),
                    intruder);
            slices = evidence.forks().getFirst().slices();
        }
        CheckOutcome outcome = judge(slices);
        double others = Math.max(before, InterferenceMonitor.foreignCores());
        boolean blameless = outcome.passed() || tainted(slices, true) < 0.9 * count(slices, true);
        return others > FitnessLimits.FOREIGN_CORES && !blameless
                ? CheckOutcome.notHere(String.format(
                        Locale.ROOT, "a quiet machine: others used %.2f cores before or after the run", others))
                : outcome;
    }

    static CheckOutcome judge(List<Slice> slices) {
        long touched = count(slices, true);
        long others = count(slices, false);
        long right = tainted(slices, true);
        long wrong = tainted(slices, false);
        return new Tally()
                .need(touched > 0 && right >= 0.9 * touched, "%d of %d touched blocks tainted", right, touched)
                .need(others > 0 && wrong <= 0.05 * others, "%d of %d others", wrong, others)
                .outcome();
    }

    private static boolean touched(Slice slice) {
        return slice.block() >= FROM && slice.block() <= TO;
    }

    private static long count(List<Slice> slices, boolean touched) {
        return slices.stream().filter(slice -> touched(slice) == touched).count();
    }

    private static long tainted(List<Slice> slices, boolean touched) {
        return slices.stream()
                .filter(slice ->
                        touched(slice) == touched && slice.disturbance().foreignCores() > FitnessLimits.FOREIGN_CORES)
                .count();
    }

    /** Spins on a core from one block to another, in a process that the lab does not know. */
    private static final class Intruder implements ExperimentListener, AutoCloseable {
        private final int core;
        private @Nullable Process process;

        Intruder(int core) {
            this.core = core;
        }

        @Override
        public void at(Moment moment) {
            String[] words = moment.what().split("[ :]", -1);
            if (!words[0].equals("block")) {
                return;
            }
            int block = Integer.parseInt(words[1]);
            if (block >= FROM && block <= TO && process == null) {
                try {
                    process = new ProcessBuilder(
                                    "taskset", "-c", Integer.toString(core), "sh", "-c", "while :; do :; done")
                            .start();
                } catch (IOException cannot) {
                    throw new UncheckedIOException(cannot);
                }
            } else if (block > TO) {
                close();
            }
        }

        @Override
        public void close() {
            if (process != null) {
                process.destroyForcibly();
                process.onExit().join();
            }
        }
    }
}
