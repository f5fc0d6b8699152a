package dev.gearbox.files.system;

import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;
import static java.lang.foreign.ValueLayout.JAVA_SHORT;

import java.lang.foreign.MemorySegment;
import java.time.Instant;

/**
 * The attributes of a file, as reported by statx, whose struct is the same on all processors. For each of many files, {@link
 * java.nio.file.Files#readAttributes} would parse the names of the attributes and make a map of them.
 *
 * @param mode the type, special bits and permissions
 * @param user the owner's user id
 * @param group the group id
 * @param links the number of hard links
 * @param device the device of its file system
 * @param inode the inode number on that device
 * @param size the size in bytes
 * @param read the time of the last access
 * @param written the time of the last modification
 */
public record FileStatus(
        int mode, int user, int group, int links, long device, long inode, long size, Instant read, Instant written) {
    /** sizeof(struct statx). */
    static final int BYTES = 256;

    private static final int LINKS = 16;
    private static final int USER = 20;
    private static final int GROUP = 24;
    private static final int MODE = 28;
    private static final int INODE = 32;
    private static final int SIZE = 40;
    private static final int READ = 64;
    private static final int WRITTEN = 112;
    private static final int MAJOR = 136;
    private static final int MINOR = 140;

    static FileStatus of(MemorySegment statx) {
        return new FileStatus(
                Short.toUnsignedInt(statx.get(JAVA_SHORT, MODE)),
                statx.get(JAVA_INT, USER),
                statx.get(JAVA_INT, GROUP),
                statx.get(JAVA_INT, LINKS),
                device(statx.get(JAVA_INT, MAJOR), statx.get(JAVA_INT, MINOR)),
                statx.get(JAVA_LONG, INODE),
                statx.get(JAVA_LONG, SIZE),
                time(statx, READ),
                time(statx, WRITTEN));
    }

    private static Instant time(MemorySegment statx, int at) {
        return Instant.ofEpochSecond(statx.get(JAVA_LONG, at), statx.get(JAVA_INT, at + JAVA_LONG.byteSize()));
    }

    /** Returns the number that stat has for a device: makedev of the C library. */
    private static long device(long major, long minor) {
        return ((major & 0xffff_f000L) << 32)
                | ((major & 0xfffL) << 8)
                | ((minor & 0xffff_ff00L) << 12)
                | (minor & 0xffL);
    }

    /** Returns the permissions and special bits. */
    public int permissions() {
        return mode & 07777;
    }
}
