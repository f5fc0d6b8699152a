package dev.gearbox.studies.filecopy;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A folder that belongs to this process as long as it runs, by a file lock on a file in it. {@link #close} removes it; a folder whose owner was killed is
 * removed when the next one is created in the same parent.
 */
final class OwnedFolder implements AutoCloseable {
    private static final String PREFIX = ".gearbox-files-";
    private static final String LOCK = "owner.lock";

    /** A folder gets its final name once its lock is held. One that still has this suffix after {@link #MAKING} has no owner. */
    private static final String BEING_MADE = ".new";

    private static final Duration MAKING = Duration.ofMinutes(1);

    private final Path path;
    private final FileChannel lock;

    private OwnedFolder(Path path, FileChannel lock) {
        this.path = path;
        this.lock = lock;
    }

    /** Creates one in an existing folder, and removes those without an owner. */
    static OwnedFolder in(Path parent) throws IOException {
        removeAbandoned(parent);
        Path made = Files.createTempDirectory(parent, PREFIX);
        Path hidden = Files.move(made, Path.of(made + BEING_MADE), StandardCopyOption.ATOMIC_MOVE);
        FileChannel lock =
                FileChannel.open(hidden.resolve(LOCK), StandardOpenOption.WRITE, StandardOpenOption.CREATE_NEW);
        try {
            if (lock.tryLock() == null) {
                throw new IOException(hidden + " is locked by another process, although this one has just made it");
            }
            return new OwnedFolder(Files.move(hidden, made, StandardCopyOption.ATOMIC_MOVE), lock);
        } catch (IOException | RuntimeException failed) {
            lock.close();
            remove(hidden);
            throw failed;
        }
    }

    Path path() {
        return path;
    }

    private static void removeAbandoned(Path parent) throws IOException {
        try (DirectoryStream<Path> folders = Files.newDirectoryStream(parent, PREFIX + "*")) {
            for (Path folder : folders) {
                if (isAbandoned(folder)) {
                    remove(folder);
                }
            }
        }
    }

    private static boolean isAbandoned(Path folder) throws IOException {
        try {
            if (folder.toString().endsWith(BEING_MADE) || !Files.exists(folder.resolve(LOCK))) {
                Instant changed = Files.getLastModifiedTime(folder).toInstant();
                return changed.isBefore(Instant.now().minus(MAKING));
            }
            try (FileChannel channel = FileChannel.open(folder.resolve(LOCK), StandardOpenOption.WRITE)) {
                return channel.tryLock() != null;
            }
        } catch (OverlappingFileLockException ofThisProcess) {
            return false;
        } catch (NoSuchFileException removedMeanwhile) {
            return false;
        }
    }

    private static void remove(Path folder) throws IOException {
        try {
            Files.walkFileTree(folder, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                    Files.deleteIfExists(file);
                    return FileVisitResult.CONTINUE;
                }

                @Override
                public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failed)
                        throws IOException {
                    Files.deleteIfExists(visited);
                    return FileVisitResult.CONTINUE;
                }
            });
        } catch (NoSuchFileException removedMeanwhile) {
            return;
        }
    }

    @Override
    public void close() throws IOException {
        try {
            remove(path);
        } finally {
            lock.close();
        }
    }
}
