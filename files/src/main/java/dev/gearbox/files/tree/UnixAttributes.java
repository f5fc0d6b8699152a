package dev.gearbox.files.tree;

import dev.gearbox.files.system.FileStatus;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;

/**
 * The attributes of a file; of a symbolic link itself, not of its target.
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
record UnixAttributes(
        int mode, int user, int group, int links, long device, long inode, long size, Instant read, Instant written) {
    private static final String WANTED = "unix:mode,uid,gid,nlink,dev,ino,size,lastAccessTime,lastModifiedTime";
    private static final int SET_GROUP = 02000;
    private static final int TYPE = 0170000;
    private static final int FOLDER = 0040000;
    private static final int REGULAR = 0100000;
    private static final int LINK = 0120000;

    /** Identifies a file of a machine, independently of its names. */
    record FileId(long device, long inode) {}

    static UnixAttributes of(Path file) throws IOException {
        Map<String, Object> read = Files.readAttributes(file, WANTED, LinkOption.NOFOLLOW_LINKS);
        return new UnixAttributes(
                number(read, "mode").intValue(),
                number(read, "uid").intValue(),
                number(read, "gid").intValue(),
                number(read, "nlink").intValue(),
                number(read, "dev").longValue(),
                number(read, "ino").longValue(),
                number(read, "size").longValue(),
                ((FileTime) value(read, "lastAccessTime")).toInstant(),
                ((FileTime) value(read, "lastModifiedTime")).toInstant());
    }

    static UnixAttributes of(FileStatus status) {
        return new UnixAttributes(
                status.mode(),
                status.user(),
                status.group(),
                status.links(),
                status.device(),
                status.inode(),
                status.size(),
                status.read(),
                status.written());
    }

    private static Number number(Map<String, Object> read, String key) {
        return (Number) value(read, key);
    }

    private static Object value(Map<String, Object> read, String key) {
        Object value = read.get(key);
        if (value == null) {
            throw new IllegalStateException("the system does not report the " + key + " of a file");
        }
        return value;
    }

    FileId id() {
        return new FileId(device, inode);
    }

    boolean isFolder() {
        return (mode & TYPE) == FOLDER;
    }

    boolean isRegular() {
        return (mode & TYPE) == REGULAR;
    }

    boolean isLink() {
        return (mode & TYPE) == LINK;
    }

    /** Returns whether such a file can be copied: a device, a pipe or a socket cannot. */
    boolean isCopied() {
        return isFolder() || isRegular() || isLink();
    }

    /** Returns the type of the file, for a message. */
    String type() {
        return switch (mode & TYPE) {
            case FOLDER -> "a folder";
            case REGULAR -> "a file";
            case LINK -> "a symbolic link";
            case 0010000 -> "a pipe";
            case 0140000 -> "a socket";
            default -> "a device";
        };
    }

    /** Returns the permissions and special bits. */
    int permissions() {
        return mode & 07777;
    }

    /** Returns whether a file with these attributes is taken for a complete copy: same type, length and modification time. */
    boolean isCopyOf(UnixAttributes source) {
        return (mode & TYPE) == (source.mode & TYPE) && size == source.size && written.equals(source.written);
    }

    /**
     * Returns whether a file, which is open now, is still the same and was not written. Times are compared in µs: that is what the JDK reports of all times.
     */
    boolean isStill(FileStatus now) {
        return device == now.device()
                && inode == now.inode()
                && size == now.size()
                && written.truncatedTo(ChronoUnit.MICROS).equals(now.written().truncatedTo(ChronoUnit.MICROS));
    }

    /** Returns whether files that are created in this folder get its group. */
    boolean givesItsGroup() {
        return (mode & SET_GROUP) != 0;
    }
}
