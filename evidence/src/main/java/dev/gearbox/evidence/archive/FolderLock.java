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
 * Lets one process at a time write into a folder, by the system's lock on a file in it. The lock ends with its process, also if that is killed. The
 * file says which process holds it.
 *
 * <p>A process may take it several times, and gives it up with the last {@link #close}: the system's locks are between processes, and a second one of
 * the same process would end the first.
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
     * Takes a folder that is there.
     *
     * @throws EvidenceException when another process has it; says which
     * @throws IOException when the lock cannot be had for another reason, as in a folder that is read-only
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
     * Locks what was opened as that file. It has to be that file still: who sets the folder aside meanwhile takes it along. Its attributes tell, for
     * opening it once more, and closing that, would end the lock.
     *
     * @param known the file's identity before it was opened
     */
    static void lock(FileChannel channel, Path file, Object known) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        if (channel.tryLock() == null) {
            throw new EvidenceException("another run measures this experiment (" + Files.readString(file) + "), into "
                    + folder + ". Wait for it or end it, or name another folder with --out");
        }
        if (!Files.exists(file) || !identity(file).equals(known)) {
            throw new EvidenceException("another run has just set aside what was measured in " + folder
                    + ", to measure it anew. Wait for it or end it, or name another folder with --out");
        }
        String holder = "process " + ProcessHandle.current().pid() + ", since "
                + Instant.now().truncatedTo(ChronoUnit.SECONDS);
        channel.truncate(0);
        channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
    }

    /** Equal for one and the same file, wherever it is moved. */
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
