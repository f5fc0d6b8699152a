package dev.gearbox.engines.all;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The pages in docs/library are correct: their programs compile as they are, and print what the page shows. */
final class LibraryPagesTest {
    private static final Path PAGES = Path.of("..", "..", "docs", "library");
    private static final Pattern PROGRAM = Pattern.compile("(?ms)^```java\\R(.*?)^```$");
    private static final Pattern NAME = Pattern.compile("(?m)^class (\\w+)");
    private static final Pattern CONSOLE = Pattern.compile("(?ms)^```\\R(\\$ .*?)^```$");
    private static final Pattern START = Pattern.compile("java -cp 'lib/\\*' (\\w+)\\.java");

    /** A command with the lines that it prints. */
    private record Shown(String command, List<String> output) {}

    @ParameterizedTest
    @ValueSource(strings = {"README.md", "slow-service.md", "tutorial.md", "from-netty.md"})
    void its_programs_print_what_it_shows(String page, @TempDir Path folder) throws Exception {
        String text = Files.readString(PAGES.resolve(page));
        String jars = String.join(File.pathSeparator, JdkTool.jars());
        List<String> compiler = new ArrayList<>(List.of("-d", folder.toString(), "--class-path", jars));
        List<String> programs = new ArrayList<>();
        for (MatchResult block : PROGRAM.matcher(text).results().toList()) {
            String source = block.group(1);
            String name =
                    NAME.matcher(source).results().findFirst().orElseThrow().group(1);
            Path file = Files.writeString(folder.resolve(name + ".java"), source);
            compiler.add(file.toString());
            if (source.contains("void main(")) {
                programs.add(name);
            }
        }
        JdkTool.run("javac", compiler);
        List<String> run = new ArrayList<>();
        for (Shown shown : shown(text)) {
            Matcher start = START.matcher(shown.command());
            if (start.matches()) {
                run.add(start.group(1));
                List<String> java = List.of("--class-path", jars + File.pathSeparator + folder, start.group(1));
                assertThat(JdkTool.run(folder, "java", java).out())
                        .as(shown.command())
                        .isEqualTo(shown.output());
            } else {
                assertThat(shown.command()).startsWith("keytool ");
                List<String> words = Arrays.asList(shown.command().split(" ", -1));
                JdkTool.run(folder, "keytool", words.subList(1, words.size()));
            }
        }
        assertThat(run).as("each program is run once").containsExactlyElementsOf(programs);
    }

    private static List<Shown> shown(String text) {
        return CONSOLE.matcher(text)
                .results()
                .flatMap(block -> Stream.of(block.group(1).split("(?m)^\\$ ")).skip(1))
                .map(entry -> entry.lines().toList())
                .map(lines -> new Shown(lines.getFirst(), lines.subList(1, lines.size())))
                .toList();
    }
}
