package dev.gearbox.bench;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** What {@link PairedCopy} copies: a file and a tree, each beside a smallest one. Random bytes, because {@code cp} keeps holes. */
final class CopySources {
    private static final int AT_ONCE = 1 << 20;
    private static final int SMALL_FILE = 4096;
    private static final int FILES_OF_A_FOLDER = 100;

    private CopySources() {}

    /** Creates a file of that size. */
    static Path file(Path path, long bytes) throws IOException {
        SplittableRandom random = new SplittableRandom(bytes);
        byte[] some = new byte[AT_ONCE];
        try (OutputStream out = Files.newOutputStream(path)) {
            for (long left = bytes; left > 0; left -= AT_ONCE) {
                random.nextBytes(some);
                out.write(some, 0, (int) Math.min(AT_ONCE, left));
            }
        }
        return path;
    }

    /** Creates a tree with that many files of 4 KiB, a hundred in each folder. */
    static Path tree(Path path, int files) throws IOException {
        Files.createDirectory(path);
        Path folder = path;
        for (int i = 0; i < files; i++) {
            if (i % FILES_OF_A_FOLDER == 0) {
                folder = Files.createDirectory(path.resolve("folder-" + i / FILES_OF_A_FOLDER));
            }
            file(folder.resolve("file-" + i), SMALL_FILE);
        }
        return path;
    }

    /** Removes a file or a tree, if it exists. */
    static void remove(Path path) throws IOException {
        if (!Files.exists(path)) {
            return;
        }
        try (Stream<Path> all = Files.walk(path)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(each);
            }
        } catch (UncheckedIOException failed) {
            throw failed.getCause();
        }
    }
}
