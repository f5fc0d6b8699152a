package dev.gearbox.files.system;

import static dev.gearbox.files.system.FileConstants.*;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An open file descriptor. Not thread-safe. Throws the same exceptions as {@link java.nio.file.Files}. */
public final class NativeFile implements AutoCloseable {
    private static final int PAGE = 4096;

    /** Where the system has a link to each open file of this process. */
    static final String LINKS = "/proc/self/fd/";

    private final FileCalls calls;
    private final Path folder;
    private final byte @Nullable [] name;
    private final int descriptor;
    private boolean closed;

    /** An empty name: the file has none. */
    NativeFile(FileCalls calls, Path folder, byte @Nullable [] name, int descriptor) {
        this.calls = calls;
        this.folder = folder;
        this.name = name;
        this.descriptor = descriptor;
    }

    /** Opens a file for reading. */
    public static NativeFile read(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDONLY, 0);
    }

    /** As above, bypassing the page cache: addresses, offsets and lengths must be multiples of the block size. */
    public static NativeFile readDirect(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDONLY | O_DIRECT, 0);
    }

    /** Creates a file for writing. */
    public static NativeFile create(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDWR | O_CREAT | O_EXCL, CREATE_MODE);
    }

    /** Creates a file, or truncates an existing one; written bytes are on the disk when the call returns. */
    public static NativeFile createSync(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDWR | O_CREAT | O_TRUNC | O_DSYNC, CREATE_MODE);
    }

    /** Creates a file for writing with these permissions, minus the umask. */
    public static NativeFile create(FileCalls calls, Path path, int permissions) throws IOException {
        return open(calls, path, O_RDWR | O_CREAT | O_EXCL, permissions);
    }

    /** As above, bypassing the page cache, as with {@link #readDirect}. */
    public static NativeFile createDirect(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDWR | O_CREAT | O_EXCL | O_DIRECT, CREATE_MODE);
    }

    static NativeFile open(FileCalls calls, Path path, int flags, int mode) throws IOException {
        int descriptor = open(calls, AT_FDCWD, PathBytes.of(path), flags, mode);
        if (descriptor < 0) {
            throw failure(path, descriptor);
        }
        return new NativeFile(calls, path, null, descriptor);
    }

    /** Opens a file by its name in an open folder; the path of the folder is for messages. */
    static NativeFile open(FileCalls calls, int folder, Path path, byte[] name, int flags, int mode)
            throws IOException {
        int descriptor = open(calls, folder, name, flags, mode);
        if (descriptor < 0) {
            throw failure(PathBytes.resolve(path, name), descriptor);
        }
        return new NativeFile(calls, path, name, descriptor);
    }

    private static int open(FileCalls calls, int folder, byte[] name, int flags, int mode) {
        int descriptor;
        do {
            descriptor = calls.open(folder, name, flags | O_CLOEXEC, mode);
        } while (descriptor == -EINTR);
        return descriptor;
    }

    /** Returns a path of the open file; of a file without a name, the link of /proc to it. */
    public Path path() {
        if (name == null) {
            return folder;
        }
        return name.length == 0 ? Path.of(LINKS + descriptor) : PathBytes.resolve(folder, name);
    }

    /** Returns the attributes of a file without opening it; of a symbolic link itself, not of its target. */
    public static FileStatus status(FileCalls calls, Path path) throws IOException {
        long result = calls.status(AT_FDCWD, PathBytes.of(path));
        if (result < 0) {
            throw failure(path, result);
        }
        return calls.latestStatus();
    }

    /** Returns the descriptor, for a ring. */
    public int descriptor() {
        return descriptor;
    }

    /** Returns the current length, in bytes. */
    public long size() throws IOException {
        long size = require(calls.seek(descriptor, 0, SEEK_END));
        require(calls.seek(descriptor, 0, SEEK_SET));
        return size;
    }

    /** Reads at an offset; returns 0 at the end of the file. */
    public int read(long address, int length, long offset) throws IOException {
        long count;
        do {
            count = calls.pread(descriptor, address, length, offset);
        } while (count == -EINTR);
        return (int) require(count);
    }

    /** Writes everything at an offset. */
    public void write(long address, int length, long offset) throws IOException {
        int written = 0;
        while (written < length) {
            long count = calls.pwrite(descriptor, address + written, length - written, offset + written);
            if (count != -EINTR) {
                written += (int) require(count);
            }
        }
    }

    /**
     * Copies in the kernel, from the position of this file to that of another.
     *
     * @return the number of bytes; 0 at the end
     */
    public long copyRange(NativeFile target, long length) throws IOException {
        long count;
        do {
            count = calls.copyFileRange(descriptor, target.descriptor, length);
        } while (count == -EINTR);
        return target.require(count);
    }

    /**
     * Turns this file into a clone of another: both share their blocks, which are copied when one of the two is written.
     *
     * @throws FileSystemException if the file system does not support it, or the two files are on different ones
     */
    public void cloneOf(NativeFile source) throws IOException {
        long result = calls.ioctl(descriptor, FICLONE, source.descriptor);
        if (result == -EOPNOTSUPP || result == -ENOTTY || result == -EINVAL) {
            throw new FileSystemException(path().toString(), null, "the file system does not support clones");
        }
        if (result == -EXDEV) {
            throw new FileSystemException(
                    path().toString(), source.path().toString(), "files on different file systems cannot share blocks");
        }
        require(result);
    }

    /** Returns the next offset from {@code offset} on that has data; -1 if only a hole follows. */
    public long nextData(long offset) throws IOException {
        long next = calls.seek(descriptor, offset, SEEK_DATA);
        return next == -ENXIO ? -1 : require(next);
    }

    /** Returns the next offset from {@code offset} on where a hole begins, at the latest the end of the file; -1 if the file ends before {@code offset}. */
    public long nextHole(long offset) throws IOException {
        long next = calls.seek(descriptor, offset, SEEK_HOLE);
        return next == -ENXIO ? -1 : require(next);
    }

    /** Sets the position at which {@link #copyRange} continues. */
    public void position(long offset) throws IOException {
        require(calls.seek(descriptor, offset, SEEK_SET));
    }

    /**
     * Copies from the position of this file to that of another, in the kernel, where it supports that.
     *
     * @return the number of bytes; 0 at the end; -1 if the kernel does not support it, as between some file systems
     */
    public long copyRangeIfPossible(NativeFile target, long length) throws IOException {
        long count;
        do {
            count = calls.copyFileRange(descriptor, target.descriptor, length);
        } while (count == -EINTR);
        return count == -EXDEV || count == -EINVAL || count == -ENOSYS || count == -EOPNOTSUPP || count == -EPERM
                ? -1
                : target.require(count);
    }

    /** Turns this file into a clone of another, as {@link #cloneOf} does, if possible; returns whether it did. */
    public boolean cloneIfPossible(NativeFile source) {
        return calls.ioctl(descriptor, FICLONE, source.descriptor) == 0;
    }

    /** Changes the owner and the group, if the process is permitted to. */
    public void ownerIfPermitted(int user, int group) throws IOException {
        long result = calls.owner(descriptor, user, group);
        if (result != -EPERM) {
            require(result);
        }
    }

    /** Returns the current attributes. */
    public FileStatus status() throws IOException {
        require(calls.status(descriptor));
        return calls.latestStatus();
    }

    /** Returns whether the file has extended attributes, of any kind; false if its file system does not support them. */
    public boolean hasExtendedAttributes() {
        return calls.attributeNames(descriptor) > 0;
    }

    /** Sets the permissions, including the special bits. */
    public void mode(int mode) throws IOException {
        require(calls.mode(descriptor, mode));
    }

    /** Sets the times of the last access and of the last modification. */
    public void times(Instant read, Instant written) throws IOException {
        require(calls.times(descriptor, read, written));
    }

    /** Sets the length of the file. */
    public void truncate(long length) throws IOException {
        require(calls.truncate(descriptor, length));
    }

    /** Returns when the file is on disk. */
    public void sync() throws IOException {
        require(calls.sync(descriptor));
    }

    /** Asks the kernel to drop the cached pages of this file. Pages that are not on disk yet stay. */
    public void dropCache() throws IOException {
        require(calls.advise(descriptor, 0, 0, FADV_DONTNEED));
    }

    /** Returns the number of bytes of the file in the page cache, as reported by mincore. */
    public long residentBytes(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file);
                Arena arena = Arena.ofConfined()) {
            long size = channel.size();
            if (size == 0) {
                return 0;
            }
            MemorySegment mapped = channel.map(FileChannel.MapMode.READ_ONLY, 0, size, arena);
            MemorySegment pages = arena.allocate(Math.ceilDiv(size, PAGE));
            require(calls.residency(mapped, pages));
            long resident = 0;
            for (long page = 0; page < pages.byteSize(); page++) {
                if ((pages.get(ValueLayout.JAVA_BYTE, page) & 1) != 0) {
                    resident += Math.min(PAGE, size - page * PAGE);
                }
            }
            return resident;
        }
    }

    /** Advises the kernel that the file is read from beginning to end. */
    public void sequential() throws IOException {
        require(calls.advise(descriptor, 0, 0, FADV_SEQUENTIAL));
    }

    /** Returns the number of bytes that the file shares with other files; 0 if the file system does not report it, and so cannot share blocks. */
    public long sharedBytes() throws IOException {
        return Extents.shared(calls, descriptor, result -> unsupported(result) ? 0 : require(result));
    }

    /** Marks a directory as the top of a hierarchy; returns false if the file system has no such flag. See {@link dev.gearbox.files.TopDirectory}. */
    public boolean markTop() throws IOException {
        // Declared with a long, these calls read and write an int: ioctl_iflags(2).
        MemorySegment flags = calls.scratch(Integer.BYTES);
        long read = calls.ioctl(descriptor, FS_IOC_GETFLAGS, flags.address());
        if (unsupported(read)) {
            return false;
        }
        require(read);
        flags.set(ValueLayout.JAVA_INT, 0, flags.get(ValueLayout.JAVA_INT, 0) | FS_TOPDIR_FL);
        long written = calls.ioctl(descriptor, FS_IOC_SETFLAGS, flags.address());
        if (unsupported(written)) {
            return false;
        }
        require(written);
        return true;
    }

    private static boolean unsupported(long result) {
        return result == -EOPNOTSUPP || result == -ENOTTY;
    }

    long require(long result) throws IOException {
        if (result < 0) {
            throw failure(path(), result);
        }
        return result;
    }

    static FileSystemException failure(Path path, long negative) {
        String file = path.toString();
        return switch ((int) -negative) {
            case ENOENT -> new NoSuchFileException(file);
            case EEXIST -> new FileAlreadyExistsException(file);
            case EACCES -> new AccessDeniedException(file);
            default -> new FileSystemException(file, null, FileCalls.message(-negative));
        };
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            require(calls.close(descriptor));
        }
    }
}
