package dev.gearbox.studies.filecopy.job;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** The programs of this machine. */
final class Programs {
    private Programs() {}

    /** Returns whether a program of this name can be started. */
    static boolean isInstalled(String name) {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator, -1))
                .anyMatch(folder -> !folder.isEmpty() && Files.isExecutable(Path.of(folder, name)));
    }
}
