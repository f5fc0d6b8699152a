package dev.gearbox.cli;

import dev.gearbox.cli.terminal.Screen;
import dev.gearbox.lab.Study;
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
}
