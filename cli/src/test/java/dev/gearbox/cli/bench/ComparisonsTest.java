package dev.gearbox.cli.bench;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The comparisons with other libraries run as their page shows them, for a moment each, through the assembled program; all with -Dgearbox.deep. */
@Tag("deep")
@Timeout(600)
final class ComparisonsTest {
    private static final Path PAGE = Programs.root().resolve("docs/library/speed.md");

    @TempDir
    @SuppressWarnings("NullAway.Init") // set by JUnit
    private Path folder;

    private static Stream<String> lines(Path page, String program) throws IOException {
        return Files.readAllLines(page).stream()
                .map(String::strip)
                .filter(line -> line.startsWith(
                        "java -p cli/target/app -m dev.gearbox.bench/dev.gearbox.bench.servers." + program));
    }

    static Stream<String> comparisons() throws IOException {
        Stream<String> all = lines(PAGE, "PairedServers ");
        // The second has two arms only.
        return Boolean.getBoolean("gearbox.deep") ? all : all.skip(1).limit(1);
    }

    @ParameterizedTest
    @MethodSource("comparisons")
    void a_row_for_each_arm(String shown) throws Exception {
        List<String> words = words(shown);
        List<String> arms = words.subList(words.indexOf("-m") + 3, words.size());
        List<String> out = run(shown, "--forks 2 --warm-up 0 --blocks 1");
        assertThat(out).hasSize(2 + arms.size());
        for (String arm : arms) {
            assertThat(String.join("\n", out))
                    .containsPattern("(?m)^" + arm + " .* \\d+\\.\\d{3} \\[\\d+\\.\\d{3}, \\d+\\.\\d{3}\\]$");
        }
    }

    @Test
    void what_time_outs_of_idle_connections_cost() throws Exception {
        String shown = lines(Programs.root().resolve("docs/protocols.md"), "IdleTimeouts ")
                .findFirst()
                .orElseThrow();
        assertThat(run(shown, "--forks 2 --limit 2 --connections 20"))
                .singleElement(InstanceOfAssertFactories.STRING)
                .matches(
                        "epoll, 20 idle connections: \\S+ ms of processor time a second, and \\S+ ms \\[.*] more if each has a time-out of 2 s");
    }

    private static List<String> words(String shown) {
        return new ArrayList<>(Arrays.asList(shown.split(" +")));
    }

    /** Runs what is shown with further options, and returns what it prints. */
    private List<String> run(String shown, String options) throws Exception {
        List<String> words = words(shown);
        words.set(0, Programs.java());
        words.addAll(words.indexOf("-m") + 2, words(options));
        Path out = folder.resolve("out");
        Path err = folder.resolve("err");
        Process process = new ProcessBuilder(words)
                .directory(Programs.root().toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile())
                .start();
        assertThat(process.waitFor()).as(Files.readString(err)).isZero();
        return Files.readAllLines(out);
    }
}
