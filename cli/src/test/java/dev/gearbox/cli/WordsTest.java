package dev.gearbox.cli;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.run.Studies;
import dev.gearbox.cli.terminal.Screen;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/**
 * The project uses the terms of its field: retired names do not return, and help, messages, comments and documents avoid the phrases of
 * {@code src/test/words/phrases.txt}. Both lists are data; a finding names the file, the line and what to write instead.
 */
final class WordsTest {
    private static final Path ROOT = Programs.root();
    private static final Path WORDS = ROOT.resolve("cli/src/test/words");
    private static final Pattern NAME = Pattern.compile("(?<![\\w$/.-])[A-Za-z]\\w*+(?![$-])");
    private static final Set<String> NOT_OURS = Set.of("target", ".git", ".idea", "node_modules", "results", "words");

    @Test
    void texts_have_no_phrases() throws IOException {
        Phrases phrases = phrases();
        List<String> found = new ArrayList<>();
        for (Path file : files(".java", ".md", ".yaml", ".html")) {
            String text = Files.readString(file);
            String prose = isJava(file) ? JavaProse.commentsAndStrings(text) : text;
            find(prose, phrases, (line, what) -> found.add(ROOT.relativize(file) + ":" + line + ": " + what));
        }
        assertThat(found.size()).as(report(found)).isZero();
    }

    @Test
    void help_has_no_phrases() throws IOException {
        Phrases phrases = phrases();
        List<CommandLine> commands =
                all(Main.line(Screen.pipe().console(), Studies.installed())).toList();
        assertThat(commands).hasSizeGreaterThan(15);
        List<String> found = new ArrayList<>();
        for (CommandLine command : commands) {
            String name = command.getCommandSpec().qualifiedName();
            find(
                    command.getUsageMessage(CommandLine.Help.Ansi.OFF),
                    phrases,
                    (line, what) -> found.add(name + " --help, line " + line + ": " + what));
        }
        assertThat(found.size()).as(report(found)).isZero();
    }

    @Test
    void names_that_were_given_up_are_gone() throws IOException {
        Map<String, String> retired = lines("retired-names.txt");
        assertThat(retired).hasSizeGreaterThan(100);
        List<String> found = new ArrayList<>();
        for (Path file : files(".java", ".md", ".yaml", ".mutant", ".xml", ".args")) {
            String text = Files.readString(file);
            String names = isJava(file) ? JavaProse.names(text) : JavaProse.quoted(text, retired.keySet());
            among(retired.keySet(), names)
                    .forEach(at -> found.add("%s:%d: %s is %s now"
                            .formatted(
                                    ROOT.relativize(file),
                                    line(names, at.start()),
                                    at.group(),
                                    retired.get(at.group()))));
        }
        assertThat(found.size()).as(report(found)).isZero();
    }

    @ParameterizedTest
    @CsvSource({
        "new Calm(), 1",
        "Calm calm; Calm.of(), 2",
        "{@link Calm#of}, 1",
        "(Calm), 1",
        "Calmer calm, 0",
        "MyCalm Calm2, 0",
        "of.Calm, 0",
        "src/Calm, 0",
        "Calm$1, 0",
        "Calm-only un-Calm, 0"
    })
    void a_name_is_found_where_it_stands_alone(String text, int times) {
        assertThat(among(Set.of("Calm", "Case"), text)).hasSize(times);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "/** Nobody waits. */ class A {}",
                "/**\n * It is\n * told of it.\n */ class A {}",
                "class A { String a = \"somebody else has it\"; }",
                "class A { String a = \"whole number\"; }",
                "class A { String a = \"an axis of \" + \"whole numbers\"; }",
                "class A { String a = \"answered \\\"nobody listens\\\"\"; }",
                "/** The message \"whole number from 1\". */ class A {}",
                "/** The message “from whole numbers”. */ class A {}",
                "class A { String a = \"\"\"\n    whoever asks\n    \"\"\"; }"
            })
    void finds_a_phrase_wherever_people_read_it(String java) throws IOException {
        List<String> found = new ArrayList<>();
        find(JavaProse.commentsAndStrings(java), phrases(), (line, what) -> found.add(what));
        assertThat(found).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "class A { int nobody; }",
                "/** The word \"nobody\", the phrase “is told”. */ class A {}",
                "class A { String a = \"the word \\\"nobody\\\"\"; }",
                "class A { Object a = run(\"--for\", \"ever\"); }",
                "/** Istold, bodyguard. */ class A {}"
            })
    void leaves_alone_what_is_no_phrase(String java) throws IOException {
        List<String> found = new ArrayList<>();
        find(JavaProse.commentsAndStrings(java), phrases(), (line, what) -> found.add(what));
        assertThat(found).isEmpty();
    }

    private static Stream<MatchResult> among(Set<String> names, String text) {
        return NAME.matcher(text).results().filter(at -> names.contains(at.group()));
    }

    private interface Finding {
        void at(int line, String what);
    }

    private static void find(String text, Phrases phrases, Finding finding) {
        phrases.any().matcher(text).results().forEach(at -> {
            String phrase = at.group().replaceAll("(?:\\s|\\*|//)+", " ").toLowerCase(Locale.ROOT);
            finding.at(
                    line(text, at.start()),
                    "\"" + phrase + "\": " + phrases.instead().get(phrase));
        });
    }

    private static int line(String text, int at) {
        return 1 + (int) text.substring(0, at).chars().filter(c -> c == '\n').count();
    }

    /**
     * The phrases.
     *
     * @param any finds each of them
     * @param instead what to write for each, in lower case
     */
    private record Phrases(Pattern any, Map<String, String> instead) {}

    private static Phrases phrases() throws IOException {
        Map<String, String> instead = lines("phrases.txt");
        assertThat(instead).hasSizeGreaterThan(10);
        // Longer phrases first, or "whole number" would hide "whole numbers".
        String any = instead.keySet().stream()
                .sorted(Comparator.comparingInt(String::length).reversed())
                .map(phrase ->
                        Arrays.stream(phrase.split(" ")).map(Pattern::quote).collect(joining("(?:\\s|\\*|//)+")))
                .collect(joining("|"));
        // A phrase that is quoted alone, with an opening and a closing mark, is one that the text speaks of.
        String quoted = "(?<=[\"“])(?:" + any + ")\\\\?[\"”]";
        return new Phrases(
                Pattern.compile("(?<!\\w)(?!" + quoted + ")(?:" + any + ")(?!\\w)", Pattern.CASE_INSENSITIVE), instead);
    }

    /** The lines of a list, by name or phrase. */
    private static Map<String, String> lines(String file) throws IOException {
        Map<String, String> lines = new TreeMap<>();
        for (String line : Files.readAllLines(WORDS.resolve(file))) {
            if (!line.isBlank() && !line.startsWith("#")) {
                String[] cells = line.split("\t", 2);
                assertThat(cells).as(file + ": a line without a tab: " + line).hasSize(2);
                assertThat(lines.put(cells[0], cells[1]))
                        .as(file + ": twice: " + cells[0])
                        .isNull();
            }
        }
        return lines;
    }

    private static List<Path> files(String... endings) throws IOException {
        List<Path> files = new ArrayList<>();
        Files.walkFileTree(ROOT, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
                boolean ours = !NOT_OURS.contains(String.valueOf(folder.getFileName()));
                return ours ? FileVisitResult.CONTINUE : FileVisitResult.SKIP_SUBTREE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                if (Arrays.stream(endings).anyMatch(file.toString()::endsWith) && !file.endsWith("WordsTest.java")) {
                    files.add(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
        assertThat(files).hasSizeGreaterThan(500);
        return files;
    }

    private static boolean isJava(Path file) {
        return file.toString().endsWith(".java");
    }

    private static Stream<CommandLine> all(CommandLine line) {
        return Stream.concat(
                Stream.of(line), line.getSubcommands().values().stream().flatMap(WordsTest::all));
    }

    private static String report(List<String> found) {
        return found.size() + " found:\n" + found.stream().sorted().collect(joining("\n")) + "\n";
    }
}
