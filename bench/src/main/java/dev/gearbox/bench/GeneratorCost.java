package dev.gearbox.bench;

import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.chain.GeneratorKind;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Expectation;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.plan.Step;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Compares the two generators by the share of their core that they need for users who reconnect (hello-bye): in one process, each with a server of its own
 * on the first core, because one would need twice as many descriptors; in slices of a second in turns. The second generator begins in every other block.
 *
 * <pre>
 *   taskset -c 1 java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xms1g -Xmx1g -Xmn768m --enable-native-access=dev.gearbox.load,dev.gearbox.engines.linux \
 *       -p cli/target/app -m dev.gearbox.bench/dev.gearbox.bench.GeneratorCost --users 10000 --blocks 20 epoll
 * </pre>
 */
final class GeneratorCost {
    private static final List<GeneratorKind> KINDS = List.of(GeneratorKind.SELECTOR, GeneratorKind.URING);
    private static final Duration LEAD = Duration.ofMillis(500);
    private static final Duration WINDOW = Duration.ofSeconds(1);
    private static final int WARM_UP = 4;
    /** Up to this difference in connects per second both bring the same load. */
    private static final double SAME_LOAD = 0.05;

    private final int users;
    private final int blocks;
    private final String server;

    private GeneratorCost(int users, int blocks, String server) {
        this.users = users;
        this.blocks = blocks;
        this.server = server;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int users = 10_000;
        int blocks = 20;
        List<String> servers = new ArrayList<>();
        for (int index = 0; index < arguments.length; index++) {
            switch (arguments[index]) {
                case "--users" -> users = Integer.parseInt(arguments[++index]);
                case "--blocks" -> blocks = Integer.parseInt(arguments[++index]);
                default -> servers.add(arguments[index]);
            }
        }
        if (servers.size() != 1 || blocks < 1) {
            System.err.println("GeneratorCost [--users 10000] [--blocks 20] SERVER; "
                    + "a server is ref-selector, ref-netty-epoll, ... or an engine's spec");
            System.exit(2);
        }
        new GeneratorCost(users, blocks, servers.getFirst()).run();
    }

    private void run() throws IOException, InterruptedException {
        try (ServerProcess one = ServerProcess.echo(server);
                ServerProcess other = ServerProcess.echo(server);
                SlicedLoad first = connect(plan(one.port()), KINDS.getFirst());
                SlicedLoad second = connect(plan(other.port()), KINDS.getLast())) {
            report(measure(List.of(first, second)));
        }
    }

    private LoadPlan plan(int port) {
        Step echo = new Step.Expect(new Expectation.Echo());
        Script script = Script.of(
                new Step.Connect(),
                new Step.Send(new Payload.Text("hello")),
                echo,
                Step.Pause.of(Duration.ofSeconds(1)),
                new Step.Send(new Payload.Text("bye")),
                echo,
                new Step.Close());
        return new LoadPlan(
                "127.0.0.1", port, script, new Arrivals.Closed(users), LEAD, WINDOW, Duration.ofSeconds(10), 1);
    }

    private static SlicedLoad connect(LoadPlan plan, GeneratorKind kind) throws InterruptedException {
        return SlicedLoad.connect(plan, 0, GeneratorCore.OWN, kind, GeneratorListener.NONE, System::nanoTime);
    }

    /** Returns the reports of each generator, by block. */
    private List<List<LoadReport>> measure(List<SlicedLoad> loads) throws InterruptedException {
        List<List<LoadReport>> reports = List.of(new ArrayList<>(), new ArrayList<>());
        for (int block = -WARM_UP; block < blocks; block++) {
            SlicePlan slice = new SlicePlan(block, LEAD, WINDOW, OptionalDouble.empty());
            for (int turn = 0; turn < loads.size(); turn++) {
                int which = (block + WARM_UP + turn) % loads.size();
                LoadReport report = loads.get(which).run(slice, GeneratorListener.NONE);
                if (block >= 0) {
                    reports.get(which).add(report);
                }
            }
        }
        return reports;
    }

    private void report(List<List<LoadReport>> reports) {
        System.out.printf("%d users of hello-bye, server %s on core 0, %d blocks; medians%n", users, server, blocks);
        System.out.printf(
                "%-10s %10s %12s %14s %10s %8s%n",
                "generator", "busy", "connects/s", "us per connect", "lag p99", "errors");
        for (int which = 0; which < KINDS.size(); which++) {
            List<LoadReport> its = reports.get(which);
            System.out.printf(
                    "%-10s %8.1f %% %12.0f %14.1f %7.0f us %8d%n",
                    KINDS.get(which),
                    100
                            * median(its.stream()
                                    .mapToDouble(report -> report.effort().work())
                                    .toArray()),
                    rate(its),
                    1e6 * median(its.stream().mapToDouble(GeneratorCost::cost).toArray()),
                    median(its.stream()
                            .mapToDouble(report -> report.lag().quantile(0.99) / 1e3)
                            .toArray()),
                    its.stream().mapToLong(LoadReport::errorsInWindow).sum());
        }
        double[] ratios = new double[blocks];
        Arrays.setAll(
                ratios,
                block -> cost(reports.getLast().get(block))
                        / cost(reports.getFirst().get(block)));
        Arrays.sort(ratios);
        System.out.printf(
                "cost of a connect, uring to selector: %.3f (middle half of the blocks: %.3f to %.3f)%n",
                median(ratios), ratios[blocks / 4], ratios[blocks - 1 - blocks / 4]);
        double load = rate(reports.getLast()) / rate(reports.getFirst());
        if (Math.abs(load - 1) > SAME_LOAD) {
            System.out.printf(
                    "The loads differ: uring made %.2f of the connects of selector, so the costs are not comparable.%n",
                    load);
        }
    }

    private static double rate(List<LoadReport> reports) {
        return median(reports.stream().mapToDouble(GeneratorCost::connects).toArray());
    }

    private static double connects(LoadReport report) {
        return report.connects() / (report.window().toNanos() / 1e9);
    }

    /** Returns the busy seconds for each connection. */
    private static double cost(LoadReport report) {
        return report.effort().work() / connects(report);
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
