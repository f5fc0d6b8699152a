package dev.gearbox.evidence.archive;

import static java.util.Objects.requireNonNull;

import dev.gearbox.evidence.EvidenceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * Allows one process at a time to write to a folder, with the system's lock on a file in it. The lock ends with its process, even if that is killed. The
 * file contains the id of the process.
 *
 * <p>Reentrant within a process, and released by the last {@link #close}: the system's locks are per process, and closing a second one in the same process
 * would release the first.
 */
final class FolderLock implements AutoCloseable {
    private static final String FILE = "owner.lock";
    private static final Map<Path, FolderLock> HELD = new HashMap<>();

    private final Path folder;
    private final FileChannel locked;
    private int uses;

    private FolderLock(Path folder, FileChannel locked) {
        this.folder = folder;
        this.locked = locked;
    }

    /**
     * Locks an existing folder.
     *
     * @throws EvidenceException if another process holds it; the message says which
     * @throws IOException if the lock cannot be acquired for another reason, such as a read-only folder
     */
    static FolderLock of(Path folder) throws IOException {
        synchronized (HELD) {
            Path real = folder.toRealPath();
            FolderLock held = HELD.get(real);
            if (held == null) {
                held = new FolderLock(real, lock(real));
                HELD.put(real, held);
            }
            held.uses++;
            return held;
        }
    }

    private static FileChannel lock(Path folder) throws IOException {
        Path file = folder.resolve(FILE);
        if (!Files.exists(file)) {
            FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE)
                    .close();
        }
        Object known = identity(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE);
        try {
            lock(channel, file, known);
            return channel;
        } catch (IOException | RuntimeException refused) {
            channel.close();
            throw refused;
        }
    }

    /**
     * Locks the opened file and verifies that it is still the file at that path: another process may have renamed the folder meanwhile. This compares file
     * attributes, because opening and closing the file again would release the lock.
     *
     * @param known the identity of the file before it was opened
     */
    static void lock(FileChannel channel, Path file, Object known) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (channel.tryLock() == null) {
            throw new EvidenceException("another run is measuring this experiment (" + Files.readString(file)
                    + "), into " + folder + ". Wait for it or end it, or name another folder with --out");
        }
        if (!Files.exists(file) || !identity(file).equals(known)) {
            throw new EvidenceException("another run has just set aside the results in " + folder
                    + ", to measure them again. Wait for it or end it, or name another folder with --out");
        }
        String holder = "process " + ProcessHandle.current().pid() + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    }

    /** Returns a key that identifies a file, even after it has been moved. */
    static Object identity(Path file) throws IOException {
        return requireNonNull(
                Files.readAttributes(file, BasicFileAttributes.class).fileKey());
    }

    /** Unlocks the folder if this was the last use in this process. */
    @Override
    public void close() throws IOException {
        synchronized (HELD) {
            uses--;
            if (uses == 0) {
                HELD.remove(folder);
                locked.close();
            }
        }
    }
}
