package dev.gearbox.load.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.PlanJson;
import dev.gearbox.load.plan.Plans;
import dev.gearbox.load.plan.Schedule;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.report.LoadReport;
import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** The process, as the lab sees it. */
class GeneratorMainTest {
    private static final List<String> COMMAND = List.of(
            System.getProperty("java.home") + "/bin/java",
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx256m",
            "--enable-native-access=dev.gearbox.load",
            "-p",
            System.getProperty("jdk.module.path"),
            "-m",
            "dev.gearbox.load/dev.gearbox.load.process.GeneratorMain");

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
                    Plans.plan(server.port(), Plans.ping(64), new Arrivals.Closed(3), 0, 3_000, 10_000)
                            .toJson());
            var events = new ArrayList<String>();
            var reports = new ArrayList<LoadReport>();
            for (String line : process.inputReader().lines().toList()) {
                var event = PlanJson.parse(line, "event");
                events.add(event.required("event").stringValue());
                if (event.has("report")) {
                    reports.add(LoadReport.fromTree(event.required("report")));
                }
            }
            // How often it reports progress in the window depends on the host; that it does is tested where the window
            // is long.
            assertThat(events.subList(events.indexOf("measuring") + 1, events.indexOf("measured")))
                    .allMatch("progress"::equals);
            events.removeIf("progress"::equals);
            assertThat(events).containsExactly("connecting", "warming", "measuring", "measured", "report");
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
        assertThat(all(process.errorReader())).isEqualTo("plan: port is missing");
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
                // It runs for ten minutes unless it is ended.
            }
            process.outputWriter().close();
            assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        }
    }

    /** Sends a command, and reads the answers up to one with this event. */
    private static JsonNode ask(Process process, String line, String last) throws IOException {
        say(process, line);
        return event(process, last);
    }

    /** Reads the answers up to one with this event. */
    private static JsonNode event(Process process, String last) throws IOException {
        BufferedReader answers = process.inputReader();
        for (String answer = answers.readLine(); answer != null; answer = answers.readLine()) {
            JsonNode event = PlanJson.parse(answer, "event");
            if (event.required("event").stringValue().equals(last)) {
                return event;
            }
        }
        throw new AssertionError("no \"" + last + "\": " + all(process.errorReader()));
    }

    private static LoadPlan plan(int port) {
        return Plans.plan(port, Plans.ping(64), new Arrivals.Poisson(500, 4));
    }

    private static String slice(String arm, long seed, long millis) {
        return new Command.Run(
                        arm,
                        new SlicePlan(seed, Duration.ofMillis(20), Duration.ofMillis(millis), OptionalDouble.empty()))
                .toJson();
    }

    @Test
    void aSessionTakesTurnsBetweenServers() throws Exception {
        try (var one = new OneSelectorEcho(() -> {});
                var other = new OneSelectorEcho(() -> {})) {
            Process process = new ProcessBuilder(COMMAND).start();
            assertThat(ask(process, new Command.Connect("a", plan(one.port())).toJson(), "connected"))
                    .hasToString("{\"event\":\"connected\",\"arm\":\"a\",\"connections\":4,\"asked\":4}");
            ask(process, new Command.Connect("b", plan(other.port())).toJson(), "connected");
            for (String arm : List.of("a", "b", "b", "a")) {
                say(process, slice(arm, 5, 100));
                for (String event : List.of("measuring", "measured")) {
                    assertThat(process.inputReader().readLine())
                            .isEqualTo("{\"event\":\"" + event + "\",\"arm\":\"" + arm + "\"}");
                }
                JsonNode answer = PlanJson.parse(process.inputReader().readLine(), "answer");
                assertThat(answer.required("arm").stringValue()).isEqualTo(arm);
                LoadReport report = LoadReport.fromTree(answer.required("report"));
                assertThat(report.errors()).isEmpty();
                assertThat(report.started())
                        .isEqualTo(Arrays.stream(Schedule.times(new Arrivals.Poisson(500, 4), 5, 1_000))
                                .filter(time -> time >= 20_000_000 && time < 120_000_000)
                                .count());
            }
            assertThat(ask(process, new Command.Drop("a").toJson(), "dropped"))
                    .hasToString("{\"event\":\"dropped\",\"arm\":\"a\"}");
            // The other arm is not affected; and nothing is printed at the end, which is not an error.
            ask(process, slice("b", 6, 50), "report");
            process.outputWriter().close();
            assertThat(all(process.inputReader())).isEmpty();
            assertThat(all(process.errorReader())).isEmpty();
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void besideManyOthersItTakesPortsOfItsOwnAndTellsEachSecond() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            Process process = new ProcessBuilder(COMMAND).start();
            ask(process, new Command.Connect("a", plan(server.port()), 20_000).toJson(), "connected");
            JsonNode answer = ask(process, slice("a", 1, 100), "report");
            LoadReport report = LoadReport.fromTree(answer.required("report"));
            assertThat(report.effort().sources()).isEqualTo(16);
            assertThat(report.errors()).isEmpty();
            // A window that ends only with the input: a slow host reports its first second late.
            var slice = new SlicePlan(1, Duration.ZERO, Duration.ofMinutes(10), OptionalDouble.empty());
            say(process, new Command.Run("a", slice, Optional.of(Instant.now()), true).toJson());
            JsonNode second;
            do {
                second = event(process, "progress");
                assertThat(second.required("errors").longValue()).isZero();
            } while (second.required("requests").longValue() == 0);
            process.outputWriter().close();
            assertThat(process.waitFor()).as("busy").isEqualTo(3);
        }
    }

    @Test
    void whatCannotBeDoneIsRefusedAndTheSessionGoesOn() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            Process process = new ProcessBuilder(COMMAND).start();
            String connect = new Command.Connect("a", plan(server.port())).toJson();
            for (String[] wrong : new String[][] {
                {slice("a", 1, 50), "arm \"a\": is not connected; send {\"arm\":...,\"plan\":...} first"},
                {"{\"drop\":\"b\"}", "arm \"b\": is not connected; send {\"arm\":...,\"plan\":...} first"},
                {"{\"arm\":\"a\",\"plan\":{}}", "command: plan.host is missing"},
                {"{\"sliec\":{}}", "command: unknown key \"sliec\". Known: arm, beside, plan"},
                {"nonsense", "command: not valid JSON: "},
                {
                    new Command.Connect("a", plan(server.port())).toJson().replace("127.0.0.1", "no.such.host.invalid"),
                    "host: \"no.such.host.invalid\" has no address"
                },
            }) {
                assertThat(ask(process, wrong[0], "refused").required("cause").stringValue())
                        .startsWith(wrong[1]);
            }
            ask(process, connect, "connected");
            assertThat(ask(process, connect, "refused").required("cause").stringValue())
                    .isEqualTo("arm \"a\": already exists; drop it first");
            ask(process, slice("a", 1, 50), "report");
            process.outputWriter().close();
            assertThat(process.waitFor()).isZero();
        }
    }

    @Test
    void aSessionEndsWithItsInputInTheMiddleOfASlice() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            Process process = new ProcessBuilder(COMMAND).start();
            ask(process, new Command.Connect("a", plan(server.port())).toJson(), "connected");
            ask(process, slice("a", 1, 600_000), "measuring");
            process.outputWriter().close();
            assertThat(process.waitFor()).isEqualTo(3);
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
