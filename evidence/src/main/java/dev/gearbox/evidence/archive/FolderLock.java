package dev.gearbox.evidence.archive;

import dev.gearbox.evidence.EvidenceException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
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
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw new EvidenceException("another run measures this experiment (" + Files.readString(file)
                        + "), into " + folder + ". Wait for it or end it, or name another folder with --out");
            }
            String holder = "process " + ProcessHandle.current().pid() + ", since "
                    + Instant.now().truncatedTo(ChronoUnit.SECONDS);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(holder.getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (IOException | RuntimeException refused) {
            channel.close();
            throw refused;
        }
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
