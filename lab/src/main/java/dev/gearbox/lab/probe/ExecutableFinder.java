package dev.gearbox.lab.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds the programs of this machine as a shell would. */
public final class ExecutableFinder {
    private ExecutableFinder() {}

    /** Where a program is that PATH finds, or that is named with its folder; empty if it is not there. */
    public static Optional<Path> program(String name) {
        if (name.contains("/")) {
            return Optional.of(Path.of(name)).filter(ExecutableFinder::runs);
        }
        for (String folder : System.getenv().getOrDefault("PATH", "").split(":", -1)) {
            Path candidate = Path.of(folder.isEmpty() ? "." : folder, name);
            if (runs(candidate)) {
                return Optional.of(candidate);
            }
        }
        return Optional.empty();
    }

    private static boolean runs(Path file) {
        return Files.isExecutable(file) && !Files.isDirectory(file);
    }
}
