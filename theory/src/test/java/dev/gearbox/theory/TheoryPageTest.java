package dev.gearbox.theory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.stats.Interval;
import dev.gearbox.theory.simulate.Demand;
import dev.gearbox.theory.simulate.RandomTime;
import dev.gearbox.theory.simulate.SimulatedRun;
import dev.gearbox.theory.simulate.SimulatedServer;
import dev.gearbox.theory.simulate.Task;
import dev.gearbox.theory.simulate.Threads;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.Test;

/** The worked examples of {@code docs/theory.md} are what the code computes. Writes them to {@code target/theory-tables.md}; the page contains each table. */
final class TheoryPageTest {
    private static final double[] LOADS = {1, 18, 36, 72, 108, 144, 216};
    private static final double[] THROUGHPUTS = {64.9, 995.9, 1652.4, 1853.2, 1828.9, 1775.0, 1702.2};

    @Test
    void the_page_shows_what_the_code_computes() throws IOException {
        List<String> tables = List.of(
                batch(),
                chatty(),
                pools(),
                acceptor(),
                sizing(),
                loops(),
                fetching(),
                erlang(),
                blockedLoop(),
                several(),
                law(),
                models());
        Files.writeString(Path.of("target", "theory-tables.md"), String.join("\n", tables));
        String page = Files.readString(Path.of("..", "docs", "theory.md"));
        assertThat(tables).allSatisfy(table -> assertThat(page).contains(table));
    }

    private static String batch() {
        var batch = new ConnectionBatch(10_000, 0.1e-3, 2, 2e-3);
        return new Rows("10,000 connections, accept 0.1 ms, two reads of 2 ms", "seconds")
                .row("one selector", "%.1f", batch.singleSelector())
                .row(
                        "one selector, if the reads wait instead of computing",
                        "%.3f",
                        batch.singleSelectorWhereReadsWait())
                .row("selector + pool of 16, in turn, 100 ms of switches", "%.1f", batch.selectorPoolInTurn(16, 0.1))
                .row("selector + pool of 16, overlapping, 5 µs per hand-over", "%.3f", batch.selectorPool(16, 5e-6))
                .row("multi-Reactor of 16, 5 µs per hand-over", "%.3f", batch.multiReactor(16, 5e-6))
                .row("selector + pool on 2 cores, in turn", "%.1f", batch.selectorPoolInTurn(2, 0.1))
                .text();
    }

    private static String chatty() {
        var chatty = new ConnectionBatch(1_000, 0.1e-3, 100, 20e-6);
        return new Rows("1,000 connections, accept 0.1 ms, 100 reads of 20 µs", "seconds")
                .row("selector + pool of 4, 5 µs per hand-over", "%.3f", chatty.selectorPool(4, 5e-6))
                .row("multi-Reactor of 4, 5 µs per hand-over", "%.3f", chatty.multiReactor(4, 5e-6))
                .text();
    }

    private static String pools() {
        var bounded = new BoundedPool(50, 0.5);
        var elastic = new ElasticPool(0.5, 0, 2, 100e3, 1e9);
        var computing = new ElasticPool(0.4, 0.1, 8, 100e3, 1e9);
        return new Rows("tasks that arrive at once", "seconds until the last has ended")
                .row("50 tasks of 500 ms, pool of 50", "%.1f", bounded.seconds(50))
                .row("100 tasks", "%.1f", bounded.seconds(100))
                .row("10,000 tasks", "%.1f", bounded.seconds(10_000))
                .row("10,000 tasks, elastic pool, 100 kB a thread, 1 GB", "%.1f", elastic.seconds(10_000))
                .row("10,001 tasks, the same", "%.1f", elastic.seconds(10_001))
                .row("10,000 tasks, elastic, of which 100 ms compute, 8 cores", "%.1f", computing.seconds(10_000))
                .text();
    }

    private static String acceptor() {
        var slow = new AcceptorBound(4e-3);
        return new Rows("one acceptor", "result")
                .row("4 ms for each connection", "%.0f connections/s", slow.highestRate())
                .row("10 µs for each connection", "%,.0f connections/s", new AcceptorBound(10e-6).highestRate())
                .row("4 ms, 300 connections/s arrive, queue of 50", "full after %.1f s", slow.secondsUntilFull(300, 50))
                .text();
    }

    private static String sizing() {
        return new Rows("8 cores", "result")
                .row("tasks that only compute", "%.0f threads", PoolSizing.threads(8, 1, 0, 0.1))
                .row("wait 576 ms, compute 100 ms", "%.0f threads", PoolSizing.threads(8, 1, 0.576, 0.1))
                .row("the same, rate of 16 threads", "%.1f/s", PoolSizing.highestRate(16, 8, 0.576, 0.1))
                .row("the same, rate of 54 threads", "%.1f/s", PoolSizing.highestRate(54, 8, 0.576, 0.1))
                .row("requests of 4 parallel tasks that compute", "%.0f at once", PoolSizing.requestsAtOnce(8, 4))
                .text();
    }

    private static String loops() {
        var fifty = new ClosedLoop(50, 0);
        return new Rows("users in a closed loop", "result")
                .row("2,553 connections/s that stay 1.16 s", "%,.0f at a time", LittlesLaw.population(2_553, 1.16))
                .row("4,000 users, pause 1 s, response 573 ms", "%,.0f/s", new ClosedLoop(4_000, 1).rate(0.573))
                .row("10,000 users, pause 1 s, any server", "at most %,.0f/s", unlimited(new ClosedLoop(10_000, 1)))
                .row("50 users, pool of 16, two calls of 200 ms", "mean at least %.2f s", floor(fifty, 16, 0.4))
                .row("50 users, three handlers, a call of 200 ms each", "mean at least %.2f s", floor(fifty, 3, 0.2))
                .row("50 users, two workers, a call of 200 ms each", "mean at least %.2f s", floor(fifty, 2, 0.2))
                .text();
    }

    private static double unlimited(ClosedLoop users) {
        return users.highestRate(0, Double.POSITIVE_INFINITY);
    }

    private static double floor(ClosedLoop users, int threads, double seconds) {
        return users.leastResponseSeconds(0.2, new BoundedPool(threads, seconds).highestRate());
    }

    private static String fetching() {
        var small = new FetchFloor(1_000, 0.3, 1_000, 100e6, 0, 2);
        var large = new FetchFloor(1_000, 0.05, 500e3, 100e6, 0, 2);
        var working = new FetchFloor(1_000, 0.3, 1_000, 100e6, 8e-3, 2);
        return new Rows("1,000 pages, 100 Mbit/s", "seconds at least")
                .row("300 ms, 1 kB, 1 in flight", "%.1f", small.seconds(1))
                .row("300 ms, 1 kB, 64 in flight", "%.1f", small.seconds(64))
                .row("300 ms, 1 kB, 1,000 in flight", "%.1f", small.seconds(1_000))
                .row("50 ms, 500 kB, 4 in flight", "%.1f", large.seconds(4))
                .row("50 ms, 500 kB, 1,000 in flight", "%.1f", large.seconds(1_000))
                .row("300 ms, 1 kB, 8 ms of work, 2 cores, 1,000 in flight", "%.1f", working.seconds(1_000))
                .text();
    }

    private static String erlang() {
        var rows =
                new Rows("16 servers of 1 ms", "share that waits", "mean wait µs", "p50 of the response ms", "p99 ms");
        for (double busy : new double[] {0.5, 0.8, 0.9, 0.95, 0.99}) {
            var queue = new MMcQueue(16_000 * busy, 1e-3, 16);
            rows.row(
                    text("%,.0f/s: utilisation %.2f", queue.rate(), busy),
                    "%.3f | %.1f | %.2f | %.2f",
                    queue.delayProbability(),
                    1e6 * queue.meanWaitSeconds(),
                    1e3 * queue.responseQuantileSeconds(0.5),
                    1e3 * queue.responseQuantileSeconds(0.99));
        }
        return rows.text();
    }

    private static String blockedLoop() {
        var light = new MG1Queue(1_000, 20e-6, 0);
        var blocked = MG1Queue.ofTwoKinds(1_000, 20e-6, 20e-3, 0.001);
        return new Rows("one loop, 1,000 requests/s", "utilisation", "mean wait µs")
                .row("all take 20 µs", "%.2f | %.2f", light.utilisation(), 1e6 * light.meanWaitSeconds())
                .row("one in 1,000 takes 20 ms", "%.2f | %.1f", blocked.utilisation(), 1e6 * blocked.meanWaitSeconds())
                .text();
    }

    private static String several() {
        var rows = new Rows("8 servers, service 1 ms, utilisation 0.8", "Kimura µs", "Lee and Longton µs");
        for (double variation : new double[] {0, 0.25, 1, 4}) {
            var queue = new MGkQueue(6_400, 1e-3, variation, 8);
            rows.row(
                    text("squared variation %.2f", variation),
                    "%.0f | %.0f",
                    1e6 * queue.meanWaitSeconds(),
                    1e6 * queue.leeLongtonWaitSeconds());
        }
        return rows.text();
    }

    private static String law() {
        var fit = ScalabilityFit.of(LOADS, THROUGHPUTS, ScalabilityFit.Scatter.ABSOLUTE);
        ScalabilityLaw law = fit.law();
        return new Rows("SPEC SDM91, seven points", "fit", "95 % interval")
                .row("contention α", "%.4f | %s", law.contention(), ends("%.4f", fit.contention(0.95)))
                .row("coherency β", "%.6f | %s", law.coherency(), ends("%.6f", fit.coherency(0.95)))
                .row("throughput of one γ", "%.1f | %s", law.single(), ends("%.1f", fit.single(0.95)))
                .row("peak, at this load", "%.1f | ", law.peak())
                .row(
                        "throughput there",
                        "%,.0f | %s",
                        law.throughput(law.peak()),
                        ends("%,.0f", fit.measured(96.5, 0.95)))
                .text();
    }

    /** Requests of 1 ms on average, of which one in a hundred is heavy: the formulas know the mean of one of these rows. */
    private static String models() {
        RandomTime light = new RandomTime.Exponential(0.9e-3);
        RandomTime heavy = new RandomTime.Exponential(10.9e-3);
        Task task = Task.computing(new RandomTime.TwoKinds(light, heavy, 0.01));
        var rows = new Rows("16 cores, 12,800 requests/s", "mean ms", "p50", "p99", "threads");
        rows.simulated("multi-Reactor of 16", new SimulatedServer(new Threads.Reactors(16), 16), task);
        rows.simulated("pool of 16", new SimulatedServer(new Threads.Pool(16), 16), task);
        rows.simulated(
                "thread per request, slices of 1 ms", new SimulatedServer(new Threads.PerRequest(), 16, 1e-3), task);
        return rows.text();
    }

    private static String ends(String format, Interval interval) {
        return text(format + " to " + format, interval.low(), interval.high());
    }

    @SuppressWarnings("AnnotateFormatMethod") // the annotation would be a dependency; the test runs every format
    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }

    /** A table in Markdown. */
    private static final class Rows {
        private final List<String> lines = new ArrayList<>();

        Rows(String... header) {
            lines.add("| " + String.join(" | ", header) + " |");
            lines.add("|" + " --- |".repeat(header.length));
        }

        Rows row(String name, String format, Object... values) {
            String cells = TheoryPageTest.text(format, values).replace("Infinity", "no memory");
            lines.add("| " + name + " | " + cells + " |");
            return this;
        }

        void simulated(String name, SimulatedServer server, Task task) {
            SimulatedRun run = server.serve(new Demand.Open(12_800), task, 1_000_000, 1);
            row(
                    name,
                    "%.2f | %.2f | %.1f | %d",
                    1e3 * run.meanSeconds(),
                    1e3 * run.quantileSeconds(0.5),
                    1e3 * run.quantileSeconds(0.99),
                    run.mostThreads());
        }

        String text() {
            return String.join("\n", lines) + "\n";
        }
    }
}
