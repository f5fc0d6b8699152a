package dev.gearbox.check.analysis;

import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Slice;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.node.JsonNodeFactory;

/** Synthetic evidence: CPU per request as drawn, everything else quiet and regular. It passes through the whole analysis, with the truth known. */
public final class SyntheticEvidence {
    static final String A = "A";
    static final String B = "B";

    private static final double PER_SECOND = 20_000;
    private static final double SECONDS = 0.9;

    private SyntheticEvidence() {}

    /**
     * Creates evidence of two arms; {@link #A} is the baseline.
     *
     * @param logA the logarithm of CPU per request in µs, by fork and block
     * @param logB the same of the other arm
     */
    public static Evidence of(double[][] logA, double[][] logB) {
        Experiment experiment = experiment(logA.length, logA[0].length);
        List<Evidence.Fork> forks = new ArrayList<>();
        for (int fork = 1; fork <= logA.length; fork++) {
            forks.add(new Evidence.Fork(fork, entries(fork, logA[fork - 1], logB[fork - 1]), Map.of()));
        }
        return new Evidence(experiment, forks, List.of());
    }

    static Experiment experiment(int forks, int blocks) {
        return new Experiment(
                Experiment.FORMAT,
                "check",
                "synthetic",
                "synthetic, not measured",
                Map.of(),
                Oracle.ECHO,
                Map.of(),
                "open",
                JsonNodeFactory.instance.objectNode(),
                List.of(new Arm(A, List.of()), new Arm(B, List.of())),
                A,
                new Design("check", forks, blocks, 0.1, SECONDS, 8, 0.05, 0.95, List.of(forks), false),
                new Machine(2, "", 0, "", "", "", "", 0, "", "", "", List.of(), List.of()),
                1);
    }

    private static List<ForkEvent> entries(int fork, double[] logA, double[] logB) {
        List<ForkEvent> entries = new ArrayList<>();
        entries.add(new ForkEvent.Launch(fork, 1, Instant.EPOCH, "0.00", Map.of(), List.of()));
        for (int block = 1; block <= logA.length; block++) {
            entries.add(new ForkEvent.Measured(slice(fork, block, 1, A, Math.exp(logA[block - 1]))));
            entries.add(new ForkEvent.Measured(slice(fork, block, 2, B, Math.exp(logB[block - 1]))));
            entries.add(new ForkEvent.BlockDone(fork, block));
        }
        entries.add(new ForkEvent.ForkDone(fork));
        return entries;
    }

    private static Slice slice(int fork, int block, int position, String arm, double cpuMicros) {
        return new Slice(
                fork,
                1,
                block,
                position,
                arm,
                block,
                Instant.EPOCH,
                new Slice.Requests(
                        SECONDS,
                        PER_SECOND,
                        PER_SECOND,
                        Math.round(PER_SECOND * SECONDS),
                        0,
                        0,
                        0,
                        0,
                        100,
                        0,
                        Map.of()),
                new Slice.ResourceUse(
                        cpuMicros * PER_SECOND / 2, cpuMicros * PER_SECOND / 2, null, null, null, null, null, 2, 1),
                new Slice.Disturbance(0, 0, 0),
                new Slice.GeneratorLag(true, List.of(), 1, 10, 0.3, 0));
    }
}
