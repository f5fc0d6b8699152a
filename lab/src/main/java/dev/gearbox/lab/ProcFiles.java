package dev.gearbox.lab;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the text files of /proc and /sys. */
final class ProcFiles {
    private ProcFiles() {}

    static String text(Path file) throws IOException {
        return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    }

    /** What follows {@code name:} on its line. */
    static String field(Path file, String name) throws IOException {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow(() -> new IOException(file + " has no line " + name));
    }

    /** The number that follows {@code name:}, without its unit. */
    static long number(Path file, String name) throws IOException {
        return Long.parseLong(field(file, name).split("\\s+", -1)[0]);
    }

    /** The whole file on one line, or empty where there is none: for what is told, not measured. */
    static Optional<String> ifThere(String file) {
        try {
            return Optional.of(text(Path.of(file)).strip().replaceAll("\\s+", " "));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
