package dev.gearbox.cli.advise;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.WorkloadText;
import dev.gearbox.advise.calibration.Calibration;
import dev.gearbox.advise.calibration.CalibrationFile;
import dev.gearbox.advise.calibration.Fingerprint;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
import dev.gearbox.advise.map.RegionMap;
import dev.gearbox.advise.rules.LiteratureRules;
import dev.gearbox.cli.Main;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engines;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** {@code gearbox advise}: what is printed. Which engine is recommended, and why, has its tests where it is decided. */
final class AdviseCommandTest {
    @TempDir
    private Path folder = Path.of("");

    /** The reference costs, as if they had been measured on this machine. */
    private Path costs(Fingerprint machine) {
        Map<UnitCost, Range> costs = new EnumMap<>(UnitCost.class);
        for (UnitCost cost : UnitCost.values()) {
            costs.put(cost, CalibrationFile.reference().range(cost));
        }
        Path file = folder.resolve("costs.json");
        CalibrationFile.write(file, Calibration.of("2026-11-25T21:00:00Z", machine, costs));
        return file;
    }

    private Screen run(String words) {
        Screen screen = Screen.pipe();
        String all = words + " --calibration " + costs(Fingerprint.here());
        assertThat(Main.run(screen.console(), all.split(" ", -1)))
                .as(screen.err())
                .isZero();
        assertThat(screen.err()).isEmpty();
        return screen;
    }

    @Test
    void the_first_line_is_the_answer() {
        Screen screen = run("advise --connections 10000 --rate 10000 --size 64B --cpu 20us --cores 2");
        List<String> lines = screen.out().lines().toList();
        assertThat(lines.getFirst()).startsWith("Take ").endsWith(".");
        assertThat(lines.get(1))
                .isEqualTo("10,000 connections, 10,000 requests/s of 64 B, 20.0 µs of processor time each; 2 cores.");
        assertThat(lines)
                .anyMatch(line -> line.matches("1 +\\S.* [0-9.]+ \\[[0-9.]+, [0-9.]+\\] +.*"))
                .contains("Why", "Assumed")
                .anyMatch(line -> line.startsWith("When not to take "))
                .contains("* Costs measured on this machine, 2026-11-25.")
                .anyMatch(line -> line.startsWith("* The intervals contain judgement. In trials"));
    }

    @Test
    void json_is_the_same_and_nothing_else() {
        Screen screen = run("advise --connections 5000 --rate 200 --wait 20ms --json");
        JsonNode tree = JsonMapper.shared().readTree(screen.out());
        assertThat(tree.path("answer").asString()).startsWith("What your requests wait for decides");
        assertThat(tree.at("/workload/waitSeconds").asDouble()).isEqualTo(0.020);
        assertThat(tree.at("/costs/basis").asString()).isEqualTo("here");
        JsonNode first = tree.at("/groups/0/0");
        assertThat(first.at("/p99Seconds/low").asDouble())
                .isLessThan(first.at("/p99Seconds/high").asDouble());
        assertThat(first.path("fit").asString()).isEqualTo("carries");
        assertThat(tree.at("/rejected/0/obstacle").asString()).contains("a wait of 20 ms");
    }

    /** The file of the documentation. */
    @Test
    void a_workload_may_come_from_a_file() throws IOException {
        String page = Files.readString(Path.of("../docs/advise.md"));
        Matcher yaml = Pattern.compile("```yaml\n(.*?)```", Pattern.DOTALL).matcher(page);
        assertThat(yaml.find()).isTrue();
        Path file = Files.writeString(folder.resolve("workload.yaml"), yaml.group(1));
        Screen screen = run("advise --rate 300 --json --from " + file);
        JsonNode workload = JsonMapper.shared().readTree(screen.out()).path("workload");
        assertThat(workload.path("connections").asInt()).isEqualTo(5000);
        assertThat(workload.path("rate").asDouble()).as("options override it").isEqualTo(300);
        assertThat(workload.path("p99LimitSeconds").asDouble()).isEqualTo(0.2);
    }

    @Test
    void costs_of_another_machine_are_refused_unless_they_are_asked_for() {
        Fingerprint here = Fingerprint.here();
        Path other = costs(
                new Fingerprint(here.cores() + 2, here.cpu(), here.memoryMiB(), here.os(), here.kernel(), here.jdk()));
        String question = "advise --connections 100 --rate 100 --calibration " + other;
        Screen refused = Screen.pipe();
        assertThat(Main.run(refused.console(), question.split(" ", -1))).isEqualTo(ExitCode.REFUSED);
        assertThat(refused.err())
                .startsWith("gearbox: the calibration " + other + " is of another machine: cores ")
                .contains("--foreign")
                .hasLineCount(1);
        Screen accepted = Screen.pipe();
        assertThat(Main.run(accepted.console(), (question + " --foreign").split(" ", -1)))
                .isZero();
        assertThat(accepted.out()).contains("* Costs measured on another machine (cores ");
    }

    @Test
    void without_a_calibration_it_says_so() {
        Screen screen = Screen.pipe();
        new AdviceText(screen.console()).print(advice("connections: 100\nrate: 1000\n"));
        assertThat(screen.out()).contains("* This machine is not calibrated: reference costs of another machine");
    }

    /** What is recommended can be started: each spec is one that the engines accept. */
    @Test
    void each_recommendation_is_a_spec() {
        for (String workload : List.of("connections: 100\nrate: 1000\n", "connections: 100\nrate: 1000\nwait: 9ms\n")) {
            Advice advice = advice(workload);
            List<Prediction> all = Stream.concat(
                            advice.groups().stream().flatMap(List::stream), advice.rejected().stream())
                    .toList();
            assertThat(all).hasSizeGreaterThan(12);
            for (Prediction one : all) {
                String spec = one.spec().replaceAll(" \\+ offload\\(\\d+\\)$", "");
                assertThat(Engines.canonical(spec)).startsWith(one.name().replaceAll(" \\+ offload$", ""));
            }
        }
    }

    private Advice advice(String yaml) {
        try {
            Path file = Files.writeString(folder.resolve("asked.yaml"), yaml);
            return Advisor.advise(WorkloadText.read(file).workload(2), CalibrationFile.reference(), Set.of());
        } catch (IOException failed) {
            throw new AssertionError(failed);
        }
    }

    @Test
    void the_map_has_a_point_for_each_combination_and_marks_the_rules() throws IOException {
        DescribedWorkload rest = new WorkloadText(
                        Optional.empty(),
                        Optional.of("2000"),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty(),
                        Optional.empty())
                .or(WorkloadText.CONNECTED)
                .workload(2);
        MapText map = new MapText(
                RegionMap.of(
                        new RegionMap.Axes(List.of(50, 20_000), List.of(20e-6, 2e-3), List.of(64L)),
                        rest,
                        CalibrationFile.reference(),
                        Set.of(),
                        LiteratureRules.shipped()),
                CalibrationFile.reference());
        Screen screen = Screen.pipe();
        map.print(screen.console());
        assertThat(screen.out())
                .contains("64 B a request", "20 µs CPU", "2 ms CPU", "rule-6: under low load")
                .containsPattern("50 +\\S+(, \\d+ equal)? r4 +- r4")
                .containsPattern("20,000 +\\S+(, \\d+ equal)? r1[+!] r4");
        assertThat(Files.readString(map.write(folder.resolve("maps")))).contains("<svg ", "20,000");
    }
}
