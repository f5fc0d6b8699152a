package dev.gearbox.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.evidence.archive.Archive;
import dev.gearbox.lab.Study;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** {@code gearbox run small} in this JVM, as short as possible. */
public final class SmallRun {
    /** On a machine that builds, arms would hardly count as warm before the longest warm-up is over. */
    private static final List<String> SHORT =
            List.of("--blocks", "2", "--slice", "200ms", "--warm-up", "100ms", "--patience", "0s");

    private SmallRun() {}

    /** Runs {@code study}, whose name is "small", and returns the exit code. */
    public static int in(Path folder, Screen screen, Study study, String... words) {
        List<String> all = Stream.concat(Stream.of("run", "small", "--out", folder.toString()), Stream.of(words))
                .toList();
        return Main.run(screen.console(), () -> study, all.toArray(String[]::new));
    }

    /** The arguments, including those that make the run short. A comparison needs two forks. */
    public static String[] shortly(int forks, String... words) {
        return Stream.of(Stream.of(words), Stream.of("--forks", String.valueOf(forks)), SHORT.stream())
                .flatMap(each -> each)
                .toArray(String[]::new);
    }

    /** Measures a block of each experiment with two connections, and makes five forks of it. Returns the folders of the results. */
    public static List<Path> fiveForks(Path folder, Study study, String... more) throws IOException {
        Screen screen = Screen.pipe();
        String[] words = Stream.concat(
                        Stream.of("--connections 2 --forks 1 --blocks 1 --slice 1s --warm-up 100ms --patience 0s --json"
                                .split(" ", -1)),
                        Stream.of(more))
                .toArray(String[]::new);
        assertThat(in(folder, screen, study, words)).as(screen.err()).isZero();
        List<Path> measured = Archive.find(folder);
        for (Path each : measured) {
            repeatFork(each);
        }
        return measured;
    }

    /** Copies results with all their folders. {@code to} need not exist. */
    public static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path target = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(target);
                } else {
                    Files.copy(file, target);
                }
            }
        }
    }

    /**
     * Makes one fork five, as many as a quick run has: with fewer a claim is measured again. So it is, for minutes, if other programs disturbed it; as far as
     * the results say, none did.
     */
    private static void repeatFork(Path results) throws IOException {
        Path experiment = results.resolve("experiment.json");
        String one = Files.readString(experiment);
        String five = one.replace("\"forks\" : 1", "\"forks\" : 5").replace("\"looks\" : [ 1 ]", "\"looks\" : [ 5 ]");
        assertThat(five).contains("\"forks\" : 5", "\"looks\" : [ 5 ]");
        Files.writeString(experiment, five);
        String events = undisturbed(Files.readString(results.resolve("fork-01.jsonl")));
        Files.writeString(results.resolve("fork-01.jsonl"), events);
        for (int fork = 2; fork <= 5; fork++) {
            Files.writeString(
                    results.resolve("fork-0" + fork + ".jsonl"), events.replace("\"fork\":1", "\"fork\":" + fork));
            Files.copy(results.resolve("fork-01.hlog"), results.resolve("fork-0" + fork + ".hlog"));
        }
    }

    private static String undisturbed(String events) {
        return events.replaceAll("\"fit\":false,\"reasons\":\\[[^\\]]*]", "\"fit\":true,\"reasons\":[]")
                .replaceAll("\"(foreignCores|steal)\":[-+.0-9E]+", "\"$1\":0.0");
    }
}
