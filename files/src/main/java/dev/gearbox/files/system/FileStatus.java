package dev.gearbox.files.system;

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
    /** The size of struct statx. */
    static final int WORDS = 256 / Long.BYTES;

    // Where its fields are: two of 32 bits in a word, the first one in the lower half.
    private static final int LINKS_USER = 16 / Long.BYTES;
    private static final int GROUP_MODE = 24 / Long.BYTES;
    private static final int INODE = 32 / Long.BYTES;
    private static final int SIZE = 40 / Long.BYTES;
    private static final int READ = 64 / Long.BYTES;
    private static final int WRITTEN = 112 / Long.BYTES;
    private static final int MAJOR_MINOR = 136 / Long.BYTES;

    /** Returns the attributes in a struct statx. An array is read faster than memory by a program that has just begun. */
    static FileStatus of(long[] statx) {
        return new FileStatus(
                upper(statx[GROUP_MODE]) & 0xffff,
                upper(statx[LINKS_USER]),
                lower(statx[GROUP_MODE]),
                lower(statx[LINKS_USER]),
                device(lower(statx[MAJOR_MINOR]), upper(statx[MAJOR_MINOR])),
                statx[INODE],
                statx[SIZE],
                Instant.ofEpochSecond(statx[READ], lower(statx[READ + 1])),
                Instant.ofEpochSecond(statx[WRITTEN], lower(statx[WRITTEN + 1])));
    }

    private static int lower(long word) {
        return (int) word;
    }

    private static int upper(long word) {
        return (int) (word >>> Integer.SIZE);
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
