package dev.gearbox.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Compares servers by their processor time for one unit of work: all of them alive on one core, loaded in short turns in random order from the other core, in fresh JVMs for
 * each fork. The figure is the ratio to the first server: for each fork the mean of the log ratios of its turns, without the highest and the lowest
 * fifth; then Student's t over the forks.
 */
public final class PairedRounds {
    private static final long SLICE_NANOS = 300_000_000;

    private final List<String> names;
    private final Size size;
    private final ArmStarter starter;

    /**
     * How long to measure.
     *
     * @param forks at least two
     * @param warmUp blocks at the start of a fork that are not counted
     * @param blocks of a fork that are
     */
    public record Size(int forks, int warmUp, int blocks) {}

    /** One server and the client that loads it. */
    public record LoadedServer(ServerProcess server, RoundClient client) implements AutoCloseable {
        @Override
        public void close() throws IOException {
            try {
                client.close();
            } finally {
                server.close();
            }
        }
    }

    /** Starts the server of that name, and connects its client. */
    public interface ArmStarter {
        LoadedServer start(String name) throws IOException;
    }

    /**
     * Creates a comparison of at least two servers.
     *
     * @param names the first is the one that the others are compared with
     */
    public PairedRounds(List<String> names, Size size, ArmStarter starter) {
        this.names = names;
        this.size = size;
        this.starter = starter;
    }

    /** Measures, and prints a table below the title. Each fork is announced on standard error when it has ended. */
    public void run(String title, String unit) throws IOException {
        int forks = size.forks();
        double[][] logRatios = new double[names.size()][forks];
        double[][] cpu = new double[names.size()][forks];
        double[][] share = new double[names.size()][forks];
        for (int fork = 0; fork < forks; fork++) {
            List<Turn[]> measured = fork(fork);
            for (int arm = 0; arm < names.size(); arm++) {
                int which = arm;
                logRatios[arm][fork] = trimmedMean(measured.stream()
                        .mapToDouble(block -> Math.log(block[which].nanos() / block[0].nanos()))
                        .toArray());
                cpu[arm][fork] = trimmedMean(measured.stream()
                        .mapToDouble(block -> block[which].nanos())
                        .toArray());
                share[arm][fork] = trimmedMean(measured.stream()
                        .mapToDouble(block -> block[which].busy())
                        .toArray());
            }
            System.err.println("fork " + (fork + 1) + " of " + forks);
        }
        System.out.printf(
                "CPU per %s, %s, server on core 0; %d forks of %d blocks%n", unit, title, forks, size.blocks());
        System.out.printf("%-34s %12s %6s   %s%n", "", "µs/" + unit, "busy", "ratio to the first, 95 %");
        for (int arm = 0; arm < names.size(); arm++) {
            Ratio ratio = Ratio.of(logRatios[arm]);
            System.out.printf(
                    "%-34s %12.2f %4.0f %%   %.3f [%.3f, %.3f]%n",
                    names.get(arm),
                    Arrays.stream(cpu[arm]).average().orElseThrow() / 1_000,
                    100 * Arrays.stream(share[arm]).average().orElseThrow(),
                    ratio.value(),
                    ratio.low(),
                    ratio.high());
        }
    }

    /**
     * What a server did in its turn.
     *
     * @param nanos processor time for one unit of work
     * @param busy the share of the turn in which it used a processor
     */
    private record Turn(double nanos, double busy) {
        static Turn of(LoadedServer arm) throws IOException {
            long begin = System.nanoTime();
            long before = arm.server().cpuNanos();
            long completed = arm.client().run(SLICE_NANOS);
            long used = arm.server().cpuNanos() - before;
            return new Turn((double) used / completed, (double) used / (System.nanoTime() - begin));
        }
    }

    private List<Turn[]> fork(int seed) throws IOException {
        List<LoadedServer> arms = new ArrayList<>();
        try {
            for (String name : names) {
                arms.add(starter.start(name));
            }
            List<Integer> order = new ArrayList<>();
            for (int arm = 0; arm < names.size(); arm++) {
                order.add(arm);
            }
            Random random = new Random(seed);
            List<Turn[]> measured = new ArrayList<>();
            for (int block = -size.warmUp(); block < size.blocks(); block++) {
                Collections.shuffle(order, random);
                Turn[] turns = new Turn[arms.size()];
                for (int arm : order) {
                    turns[arm] = Turn.of(arms.get(arm));
                }
                if (block >= 0) {
                    measured.add(turns);
                }
            }
            return measured;
        } finally {
            for (LoadedServer arm : arms) {
                arm.close();
            }
        }
    }

    private static double trimmedMean(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int cut = sorted.length / 5;
        return Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
    }
}
