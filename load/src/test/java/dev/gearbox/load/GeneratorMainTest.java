package dev.gearbox.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The process, as the lab sees it. */
class GeneratorMainTest {
    private static final List<String> COMMAND = List.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-Xmx256m",
            "--enable-native-access=dev.gearbox.load",
            "-p",
            System.getProperty("jdk.module.path"),
            "-m",
            "dev.gearbox.load/dev.gearbox.load.GeneratorMain");

    private static String all(BufferedReader reader) throws IOException {
        return String.join("\n", reader.lines().toList());
    }

    private static void say(Process process, String line) throws IOException {
        process.outputWriter().write(line + "\n");
        process.outputWriter().flush();
    }

    @Test
    void tellsThePhasesAndReports() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            Process process = new ProcessBuilder(COMMAND).start();
            say(
                    process,
                    Plans.plan(server.port(), Plans.ping(64), new Arrivals.Closed(3), 0, 1_200, 10_000)
                            .toJson());
            var events = new ArrayList<String>();
            var reports = new ArrayList<LoadReport>();
            for (String line : process.inputReader().lines().toList()) {
                var event = Fields.parse(line, "event");
                events.add(event.required("event").stringValue());
                if (event.has("report")) {
                    reports.add(LoadReport.fromTree(event.required("report")));
                }
            }
            assertThat(events).containsExactly("connecting", "warming", "measuring", "progress", "measured", "report");
            LoadReport report = reports.getFirst();
            assertThat(report.answered()).isPositive();
            assertThat(report.errors()).isEmpty();
            assertThat(report.effort().pacing()).contains("spin");
            assertThat(all(process.errorReader())).isEmpty();
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void aBadPlanIsOneLineAndExitCodeTwo() throws Exception {
        Process process = new ProcessBuilder(COMMAND).start();
        say(process, "{\"host\": \"127.0.0.1\"}");
        assertThat(all(process.errorReader())).isEqualTo("plan: \"port\" is missing");
        assertThat(process.waitFor()).isEqualTo(2);
    }

    @Test
    void endsWithItsInput() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            Process process = new ProcessBuilder(COMMAND).start();
            say(
                    process,
                    Plans.plan(server.port(), Plans.ping(64), new Arrivals.Closed(3), 0, 600_000, 10_000)
                            .toJson());
            BufferedReader events = process.inputReader();
            while (!events.readLine().contains("measuring")) {
                // It runs, for ten minutes if nobody ends it.
            }
            process.outputWriter().close();
            assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void noDescriptorLeftIsOneClearLine() throws Exception {
        var command = new ArrayList<>(List.of("bash", "-c", "ulimit -n 100 && exec \"$@\"", "bash"));
        command.addAll(COMMAND);
        try (var server = new OneSelectorEcho(() -> {})) {
            Process process = new ProcessBuilder(command).start();
            say(
                    process,
                    Plans.plan(server.port(), Plans.ping(64), new Arrivals.Closed(500))
                            .toJson());
            assertThat(all(process.errorReader()))
                    .matches("the generator has no descriptor left: \\d+ connections of 500 are open\\. "
                            + "Raise the limit \\(ulimit -n\\) or ask for fewer");
            assertThat(process.waitFor()).isEqualTo(2);
        }
    }
}
