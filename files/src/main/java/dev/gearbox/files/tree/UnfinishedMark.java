package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A mark in a new folder to which a tree is copied, until the copy is complete. Without it, repeating the command would have a different
 * meaning: an existing target is a folder to copy into.
 */
final class UnfinishedMark {
    static final String NAME = ".gearbox-cp-unfinished";

    private UnfinishedMark() {}

    /** Returns whether a folder is an unfinished copy of this source. */
    static boolean isIn(Path folder, Path source) throws IOException {
        try {
            return Files.readString(folder.resolve(NAME), StandardCharsets.UTF_8)
                    .equals(name(source));
        } catch (NoSuchFileException none) {
            return false;
        }
    }

    private static String name(Path source) {
        return source.toAbsolutePath().normalize().toUri().getRawPath();
    }

    /** Creates the folder with the mark in it, atomically. */
    static void make(Path folder, Path source) throws IOException {
        Path part = Files.createDirectory(PartNames.beside(folder), TreeCopy.PRIVATE);
        try {
            Files.writeString(part.resolve(NAME), name(source));
            Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            removeIn(part);
        }
    }

    /** Removes the mark when the copy is complete. */
    static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }

    /** Removes what a process that was killed in {@link #make} left behind. */
    static void removeIn(Path part) throws IOException {
        if (Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)) {
            remove(part);
        }
        Files.deleteIfExists(part);
    }
}
