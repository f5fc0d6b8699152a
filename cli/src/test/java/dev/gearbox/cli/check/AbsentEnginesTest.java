package dev.gearbox.cli.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Main;
import dev.gearbox.cli.Programs;
import dev.gearbox.cli.engines.EnginesCommand;
import dev.gearbox.cli.run.DefaultSubjects;
import dev.gearbox.cli.run.SmallMap;
import dev.gearbox.cli.terminal.ExitCode;
import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.core.Engine;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.ModelCard;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.archive.Archive;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A model that cannot run here is listed with the reason, refused if it is named, and left out with a message if it is not. The programs are
 * started without the options of the launcher: then {@code epoll} cannot run anywhere.
 */
@Timeout(600)
final class AbsentEnginesTest {
    private static final String WHY = "it needs a kernel of next year";

    /** A model that is present or absent. */
    private record Model(String name, Optional<String> absence) implements IoModel {
        @Override
        public ModelCard card() {
            return new ModelCard(name, "does nothing", "nowhere", Set.of(), List.of());
        }

        @Override
        public Engine start(Parameters parameters) {
            throw new IllegalStateException("must not be started");
        }
    }

    private static final List<IoModel> MODELS =
            List.of(new Model("here", Optional.empty()), new Model("tomorrow", Optional.of(WHY)));

    private record Said(int code, String out, String err) {}

    private static Said say(String... words) throws IOException, InterruptedException {
        return say(List.of("-m", "dev.gearbox.cli/" + Main.class.getName()), words);
    }

    /** The command line with a study of this test. */
    private static Said sayOfMap(String pairs, String... words) throws IOException, InterruptedException {
        String tests = "dev.gearbox.cli=" + Path.of("target", "test-classes").toAbsolutePath();
        return say(List.of("--patch-module", tests, "-m", "dev.gearbox.cli/" + SmallMap.class.getName(), pairs), words);
    }

    private static Said say(List<String> program, String... words) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(Programs.quickStart());
        command.addAll(List.of("-p", Programs.modulePath()));
        command.addAll(program);
        command.addAll(List.of(words));
        Process process = new ProcessBuilder(command).start();
        String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        String err = new String(process.getErrorStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        return new Said(process.exitValue(), out, err);
    }

    @Test
    void the_line_up_leaves_it_out_and_says_why() {
        assertThat(DefaultSubjects.engines(MODELS, 100)).containsExactly("here");
        assertThat(DefaultSubjects.absent(MODELS)).containsExactly("tomorrow is left out: " + WHY);
    }

    @Test
    void the_list_has_it_with_the_reason() {
        Screen screen = Screen.pipe();
        new EnginesCommand(screen.console(), () -> MODELS).run();
        assertThat(screen.out().lines())
                .anyMatch(line -> line.matches("tomorrow +does nothing"))
                .filteredOn(line -> line.matches(" +cannot run here +" + WHY))
                .hasSize(1);
        assertThat(screen.out()).contains("2 engines");
    }

    @Test
    void json_has_a_field_for_it() throws Exception {
        Said said = say("engines", "--json");
        assertThat(said.err()).isEmpty();
        JsonNode all = JsonMapper.shared().readTree(said.out());
        assertThat(absence(all, "epoll").asString()).isNotBlank();
        assertThat(absence(all, "selector").isNull()).isTrue();
    }

    @Test
    void a_pair_of_which_one_cannot_run_is_left_out_whole_in_words_that_stand_in_the_results(@TempDir Path folder)
            throws Exception {
        String pairs = "[{arm: reactors?threads=2, baseline: selector}, {arm: virtual, baseline: epoll}]";
        String out = folder.toString();
        String words =
                "run small --forks 1 --blocks 1 --slice 60ms --warm-up 100ms --patience 0s --connections 2 --out";
        Said said = sayOfMap(pairs, (words + " " + out).split(" ", -1));
        assertThat(said.code()).as(said.err()).isZero();
        String why = "virtual against epoll is left out: epoll cannot run here: ";
        assertThat(said.err().lines()).filteredOn(line -> line.startsWith(why)).hasSize(1);
        assertThat(Archive.find(folder)).hasSize(1);
        Experiment measured = Archive.read(Archive.find(folder).getFirst()).experiment();
        assertThat(measured.arms()).extracting(arm -> arm.label()).containsExactly("selector", "reactors?threads=2");
        assertThat(measured.leftOut())
                .singleElement()
                .satisfies(reason -> assertThat(reason).startsWith(why));
        assertThat(Files.readString(folder.resolve("report.html"))).contains(measured.leftOut());
    }

    @Test
    void where_no_pair_is_left_nothing_is_measured() throws Exception {
        Said said = sayOfMap("[{arm: virtual, baseline: epoll}]", "run", "small");
        assertThat(said.err())
                .startsWith(
                        "gearbox: there is nothing to compare on this machine. virtual against epoll is left out: epoll cannot run")
                .hasLineCount(1);
        assertThat(said.code()).isEqualTo(ExitCode.REFUSED);
    }

    private static JsonNode absence(JsonNode all, String name) {
        return all.valueStream()
                .filter(model -> model.path("name").asString("").equals(name))
                .findFirst()
                .orElseThrow()
                .required("absence");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "serve --engine epoll --port 0",
                "run echo-server --workload ping --engine epoll?threads=2",
                "compare selector epoll",
            })
    void by_name_it_is_refused_in_a_line(String words) throws Exception {
        Said said = say(words.split(" ", -1));
        assertThat(said.err()).startsWith("gearbox: epoll cannot run here: ").hasLineCount(1);
        assertThat(said.out()).isEmpty();
        assertThat(said.code()).isEqualTo(ExitCode.REFUSED);
    }
}
