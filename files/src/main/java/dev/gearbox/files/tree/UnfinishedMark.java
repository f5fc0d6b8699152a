package dev.gearbox.files.tree;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * A mark in a new folder that a tree is being copied to, as long as that is not whole. Without it the same command would mean something else the second
 * time: a target that is there is a folder to copy into.
 */
final class UnfinishedMark {
    static final String NAME = ".gearbox-cp-unfinished";

    private UnfinishedMark() {}

    /** Whether this folder is an unfinished copy of that source. */
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

    /** Makes the folder with the mark in it, in one step. */
    static void make(Path folder, Path source) throws IOException {
        Path part = Files.createDirectory(PartNames.beside(folder), TreeCopy.PRIVATE);
        try {
            Files.writeString(part.resolve(NAME), name(source));
            Files.move(part, folder, StandardCopyOption.ATOMIC_MOVE);
        } finally {
            removeIn(part);
        }
    }

    /** Takes the mark away: the copy is whole. */
    static void remove(Path folder) throws IOException {
        Files.deleteIfExists(folder.resolve(NAME));
    }

    /** Removes what a killed process left of {@link #make}. */
    static void removeIn(Path part) throws IOException {
        if (Files.isDirectory(part, LinkOption.NOFOLLOW_LINKS)) {
            remove(part);
        }
        Files.deleteIfExists(part);
    }
}
