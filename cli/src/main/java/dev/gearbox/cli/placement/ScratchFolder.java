package dev.gearbox.cli.placement;

import dev.gearbox.cli.terminal.UsageException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.stream.Stream;

/** A folder for the temporary files of checks, deleted when it is closed. */
public record ScratchFolder(Path path) implements AutoCloseable {
    /** Creates it among the temporary files of the system. */
    public static ScratchFolder create() {
        try {
            return new ScratchFolder(Files.createTempDirectory("gearbox-check"));
        } catch (IOException full) {
            throw new UsageException(
                    "cannot create a folder for temporary files: " + full.getMessage() + ". Free some space in "
                            + System.getProperty("java.io.tmpdir"),
                    full);
        }
    }

    @Override
    public void close() {
        try (Stream<Path> files = Files.walk(path)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        } catch (IOException left) {
            throw new UncheckedIOException("temporary files are left in " + path, left);
        }
    }
}
