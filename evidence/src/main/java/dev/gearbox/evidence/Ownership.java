package dev.gearbox.evidence;

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
 * One process writes into a folder at a time. It has the system's lock on a file in it, which ends with the process however that ends: so one that was killed
 * blocks nobody. The file says who has it.
 *
 * <p>Within its process an ownership is shared, and given up with its last use: the system's locks are between processes, and a second lock of the same
 * process would end the first.
 */
final class Ownership implements AutoCloseable {
    private static final String FILE = "owner.lock";
    private static final Map<Path, Ownership> OURS = new HashMap<>();

    private final Path folder;
    private final FileChannel locked;
    private int uses;

    private Ownership(Path folder, FileChannel locked) {
        this.folder = folder;
        this.locked = locked;
    }

    /**
     * Takes a folder that is there.
     *
     * @throws EvidenceException when another process has it; says which
     * @throws IOException when the lock cannot be had for another reason, as in a folder that is read-only
     */
    static Ownership of(Path folder) throws IOException {
        synchronized (OURS) {
            Path real = folder.toRealPath();
            Ownership ours = OURS.get(real);
            if (ours == null) {
                ours = new Ownership(real, lock(real));
                OURS.put(real, ours);
            }
            ours.uses++;
            return ours;
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
            String who = "process " + ProcessHandle.current().pid() + ", since "
                    + Instant.now().truncatedTo(ChronoUnit.SECONDS);
            channel.truncate(0);
            channel.write(ByteBuffer.wrap(who.getBytes(StandardCharsets.UTF_8)));
            return channel;
        } catch (IOException | RuntimeException refused) {
            channel.close();
            throw refused;
        }
    }

    /** Gives it up, if this was its last use in this process. */
    @Override
    public void close() throws IOException {
        synchronized (OURS) {
            uses--;
            if (uses == 0) {
                OURS.remove(folder);
                locked.close();
            }
        }
    }
}
