package dev.gearbox.lab.probe;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the text files of /proc and /sys. */
public final class ProcFiles {
    private ProcFiles() {}

    /** Reads a whole file, always with a large buffer: some of these files end after the first read, however short it was. */
    public static String text(Path file) throws IOException {
        try (InputStream in = Files.newInputStream(file)) {
            ByteArrayOutputStream text = new ByteArrayOutputStream();
            byte[] piece = new byte[16 << 10];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                text.write(piece, 0, count);
            }
            return text.toString(StandardCharsets.ISO_8859_1);
        }
    }

    /** Returns the text after {@code name:} on its line. */
    public static String field(Path file, String name) throws IOException {
        return text(file)
                .lines()
                .filter(line -> line.startsWith(name + ":"))
                .map(line -> line.substring(name.length() + 1).strip())
                .findFirst()
                .orElseThrow(() -> new IOException(file + " has no line " + name));
    }

    /** Returns the number after {@code name:}, without its unit. */
    public static long number(Path file, String name) throws IOException {
        return Long.parseLong(field(file, name).split("\\s+", -1)[0]);
    }

    /** Returns the whole file on one line, or empty if it does not exist: for information, not for measurements. */
    public static Optional<String> ifThere(String file) {
        try {
            return Optional.of(text(Path.of(file)).strip().replaceAll("\\s+", " "));
        } catch (IOException absent) {
            return Optional.empty();
        }
    }
}
