package dev.gearbox.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Compares servers by CPU per request: all of them alive on one core, loaded in short turns in random order from the other core, in fresh JVMs for
 * each fork. The figure is the ratio to the first server: for each fork the mean of the log ratios of its turns, without the highest and the lowest
 * fifth; then Student's t over the forks.
 *
 * <pre>
 *   java -p cli/target/app -m dev.gearbox.bench/dev.gearbox.bench.PairedEcho ref-selector selector
 *   ... PairedEcho --forks 10 --blocks 20 --connections 1000 --bytes 16384 selector 'reactors?threads=2' virtual
 *   ... PairedEcho epoll@/tmp/before/cli/target/app epoll
 * </pre>
 *
 * The last line compares a change with the build before it.
 */
final class PairedEcho {
    private static final long SLICE_NANOS = 300_000_000;
    /** Blocks at the start of a fork that only warm up. */
    private static final int WARM_UP = 8;

    private final List<String> names;
    private final int connections;
    private final int bytes;
    private final int forks;
    private final int blocks;

    private PairedEcho(List<String> names, int connections, int bytes, int forks, int blocks) {
        this.names = names;
        this.connections = connections;
        this.bytes = bytes;
        this.forks = forks;
        this.blocks = blocks;
    }

    public static void main(String[] arguments) throws IOException {
        int connections = 100;
        int bytes = 64;
        int forks = 5;
        int blocks = 16;
        List<String> names = new ArrayList<>();
        for (int index = 0; index < arguments.length; index++) {
            switch (arguments[index]) {
                case "--connections" -> connections = Integer.parseInt(arguments[++index]);
                case "--bytes" -> bytes = Integer.parseInt(arguments[++index]);
                case "--forks" -> forks = Integer.parseInt(arguments[++index]);
                case "--blocks" -> blocks = Integer.parseInt(arguments[++index]);
                default -> names.add(arguments[index]);
            }
        }
        if (names.size() < 2 || forks < 2) {
            System.err.println(
                    "PairedEcho [--connections 100] [--bytes 64] [--forks 5] [--blocks 16] ARM ARM...; "
                            + "an arm is ref-selector, ref-threads, ref-virtual, ref-netty-nio, -epoll, -uring, ref-mina or an engine's spec; ARM@FOLDER takes the jars of another build (its cli/target/app); at least two arms and two forks");
            System.exit(2);
        }
        new PairedEcho(names, connections, bytes, forks, blocks).run();
    }

    private void run() throws IOException {
        double[][] logRatios = new double[names.size()][forks];
        double[][] cpu = new double[names.size()][forks];
        for (int fork = 0; fork < forks; fork++) {
            List<double[]> measured = fork(fork);
            for (int arm = 0; arm < names.size(); arm++) {
                int which = arm;
                logRatios[arm][fork] = trimmedMean(measured.stream()
                        .mapToDouble(block -> Math.log(block[which] / block[0]))
                        .toArray());
                cpu[arm][fork] = trimmedMean(
                        measured.stream().mapToDouble(block -> block[which]).toArray());
            }
            System.err.println("fork " + (fork + 1) + " of " + forks);
        }
        System.out.printf(
                "CPU per request, %d connections, %d bytes, closed loop, server on core 0; %d forks of %d blocks%n",
                connections, bytes, forks, blocks);
        System.out.printf("%-34s %12s   %s%n", "", "ns/request", "ratio to the first, 95 %");
        for (int arm = 0; arm < names.size(); arm++) {
            Ratio ratio = Ratio.of(logRatios[arm]);
            System.out.printf(
                    "%-34s %12.0f   %.3f [%.3f, %.3f]%n",
                    names.get(arm),
                    Arrays.stream(cpu[arm]).average().orElseThrow(),
                    ratio.value(),
                    ratio.low(),
                    ratio.high());
        }
    }

    /** CPU nanoseconds per request, for each block and arm. */
    private List<double[]> fork(int seed) throws IOException {
        List<EchoProcess> arms = new ArrayList<>();
        List<PingClient> clients = new ArrayList<>();
        try {
            for (String name : names) {
                arms.add(EchoProcess.start(name));
                clients.add(new PingClient(arms.getLast().port(), connections, bytes));
            }
            List<Integer> order = new ArrayList<>();
            for (int arm = 0; arm < names.size(); arm++) {
                order.add(arm);
            }
            Random random = new Random(seed);
            List<double[]> measured = new ArrayList<>();
            for (int block = -WARM_UP; block < blocks; block++) {
                Collections.shuffle(order, random);
                double[] nanos = new double[names.size()];
                for (int arm : order) {
                    long before = arms.get(arm).cpuNanos();
                    long requests = clients.get(arm).run(SLICE_NANOS);
                    nanos[arm] = (double) (arms.get(arm).cpuNanos() - before) / requests;
                }
                if (block >= 0) {
                    measured.add(nanos);
                }
            }
            return measured;
        } finally {
            for (PingClient client : clients) {
                client.close();
            }
            arms.forEach(EchoProcess::close);
        }
    }

    private static double trimmedMean(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int cut = sorted.length / 5;
        return Arrays.stream(sorted, cut, sorted.length - cut).average().orElseThrow();
    }
}
