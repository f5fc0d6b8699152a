package dev.gearbox.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.Programs;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** {@code gearbox load} with several processes: together they are one load, and all of them end. */
@Timeout(600)
final class LoadCommandTest {
    private static final long SECOND = 1_000_000_000;

    private Engine engine = Engines.start("selector");
    private int port;

    @BeforeEach
    void serve() throws IOException {
        Listener listener = engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                connection -> connection::write,
                Options.DEFAULT);
        port = ((InetSocketAddress) listener.address()).getPort();
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private List<String> words(String... more) {
        List<String> words = new ArrayList<>(List.of("load", "tcp://127.0.0.1:" + port));
        words.addAll(List.of(more));
        return words;
    }

    /** The report of a load on its own server. The load is repeated if the machine stalled for a moment. */
    private LoadReport report(Predicate<LoadReport> enough, String... more) throws IOException {
        while (true) {
            List<String> words = words(more);
            words.addAll(List.of("--warm-up", "0s", "--json"));
            Screen screen = Screen.pipe();
            int code = Main.run(screen.console(), words.toArray(String[]::new));
            assertThat(screen.out()).as(screen.err()).isNotEmpty();
            LoadReport report = LoadReport.fromJson(screen.out());
            if (enough.test(report)) {
                assertThat(code).as(screen.err()).isZero();
                assertThat(screen.err()).isEmpty();
                return report;
            }
            engine.close();
            engine = Engines.start("selector");
            serve();
        }
    }

    private static boolean allAnswered(LoadReport report) {
        return report.answered() > 0 && report.censored() == 0;
    }

    private static void await(BooleanSupplier condition) {
        while (!condition.getAsBoolean()) {
            LockSupport.parkNanos(1_000_000);
        }
    }

    @Test
    void three_closed_loops_add_up_to_what_the_server_saw() throws IOException {
        LoadReport report = report(
                LoadCommandTest::allAnswered,
                "--processes",
                "3",
                "--connections",
                "7",
                "--bytes",
                "64",
                "--duration",
                "300ms");
        assertThat(report.errors()).isEmpty();
        assertThat(report.connections()).isEqualTo(7);
        EngineStats server = engine.stats();
        assertThat(server.accepted()).isEqualTo(7);
        assertThat(report.started()).isPositive();
        assertThat(server.bytesRead()).isEqualTo(64 * report.started());
        assertThat(server.bytesWritten()).isEqualTo(64 * report.started());
        assertThat(report.service().count() + report.stalled().count()).isEqualTo(report.started());
        assertThat(report.response().count()).isEqualTo(report.service().count() + report.censored());
    }

    @Test
    void three_open_loops_have_the_whole_rate_and_no_request_more_or_less() throws IOException {
        LoadReport report = report(
                LoadCommandTest::allAnswered,
                "--processes",
                "3",
                "--connections",
                "9",
                "--rate",
                "600",
                "--duration",
                "1s");
        // The default seed is 42; each process has the next one, and a third of the connections and of the rate.
        long due = 0;
        for (int seed = 42; seed < 45; seed++) {
            due += Arrays.stream(new Arrivals.Poisson(200, 3).times(seed, 1_000))
                    .filter(time -> time < SECOND)
                    .count();
        }
        assertThat(report.errors()).isEmpty();
        assertThat(report.offeredPerSecond()).isEqualTo((double) due);
        assertThat(report.started()).isEqualTo(due);
        assertThat(engine.stats().bytesRead()).isEqualTo(64 * due);
    }

    @Test
    void users_who_come_again_and_again_come_from_many_addresses(@TempDir Path folder) throws IOException {
        Path hello = Files.writeString(
                folder.resolve("hello-bye.yaml"),
                "[connect, {send: {text: hello}}, {expect: echo}, {pause: 50ms}, close]\n");
        LoadReport report = report(
                each -> each.connects() > 6 && allAnswered(each),
                "--processes",
                "3",
                "--connections",
                "6",
                "--script",
                hello.toString(),
                "--duration",
                "400ms");
        assertThat(report.errors()).isEmpty();
        assertThat(report.effort().sources()).isEqualTo(3 * 16);
        assertThat(report.connects()).isGreaterThan(6);
        assertThat(engine.stats().bytesRead()).isEqualTo(5 * report.started());
    }

    @Test
    void an_error_says_whose_it_is(@TempDir Path folder) throws IOException {
        Path wrong = Files.writeString(
                folder.resolve("wrong.yaml"),
                "[connect, {repeat: {steps: [{send: {text: a}}, {expect: echo}, {send: {text: b}}, {expect: {text: c}}]}}]\n");
        LoadReport report = report(
                each -> each.errorsInWindow() >= 2,
                "--processes",
                "2",
                "--connections",
                "2",
                "--script",
                wrong.toString(),
                "--duration",
                "100ms");
        assertThat(report.errors(ErrorKind.WRONG_ECHO).inWindow()).isGreaterThanOrEqualTo(2);
        assertThat(report.errors(ErrorKind.WRONG_ECHO).first()).startsWith("process ");
    }

    @Test
    void one_that_dies_is_named_and_there_is_no_report() throws Exception {
        Screen screen = Screen.pipe();
        List<String> words = words("--processes", "2", "--connections", "4", "--duration", "10m", "--json");
        try (ExecutorService other = Executors.newSingleThreadExecutor()) {
            Future<Integer> code = other.submit(() -> Main.run(screen.console(), words.toArray(String[]::new)));
            await(() -> engine.stats().bytesRead() > 0 || code.isDone());
            ProcessHandle.current().children().findFirst().orElseThrow().destroyForcibly();
            assertThat(code.get(120, TimeUnit.SECONDS)).isEqualTo(ExitCode.REFUSED);
        }
        assertThat(screen.err())
                .matches("gearbox: process [12] of 2: the generator ended, killed by signal 9.*\n")
                .hasLineCount(1);
        assertThat(screen.out()).isEmpty();
        assertThat(ProcessHandle.current().children()).isEmpty();
    }

    @Test
    void whoever_stops_it_hears_how_far_it_was_and_no_process_is_left() throws Exception {
        Process load = start();
        List<ProcessHandle> generators = load.toHandle().children().toList();
        assertThat(generators).hasSize(2);
        load.toHandle().destroy(); // not Process.destroy, which closes the streams and loses the remaining output
        assertThat(new String(load.getErrorStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("Stopped");
        assertThat(load.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(load.exitValue()).isEqualTo(128 + 15);
        for (ProcessHandle generator : generators) {
            generator.onExit().get(120, TimeUnit.SECONDS);
        }
    }

    @Test
    void generators_end_with_the_program_even_if_it_cannot_end_them() throws Exception {
        Process load = start();
        List<ProcessHandle> generators = load.toHandle().children().toList();
        load.destroyForcibly();
        assertThat(generators).hasSize(2);
        for (ProcessHandle generator : generators) {
            generator.onExit().get(120, TimeUnit.SECONDS);
        }
    }

    /** A load of ten minutes that has started. */
    private Process start() throws IOException {
        Process load = new ProcessBuilder(Programs.java(
                        "dev.gearbox.cli",
                        "dev.gearbox.cli.Main",
                        words("--processes", "2", "--connections", "4", "--duration", "10m")))
                .start();
        await(() -> engine.stats().bytesRead() > 0 || !load.isAlive());
        return load;
    }
}
