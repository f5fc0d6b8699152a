package dev.gearbox.lab.probe;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Finds installed programs like a shell. */
public final class ExecutableFinder {
    private ExecutableFinder() {}

    /** Returns the path of a program on PATH, or given with its folder; empty if it does not exist. */
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
