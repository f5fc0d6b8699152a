package dev.gearbox.files.system;

import static dev.gearbox.files.system.FileConstants.*;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** An open file descriptor. Not thread-safe. Throws the same exceptions as {@link java.nio.file.Files}. */
public final class NativeFile implements AutoCloseable {
    private final FileCalls calls;
    private final Path path;
    private final int descriptor;
    private boolean closed;

    private NativeFile(FileCalls calls, Path path, int descriptor) {
        this.calls = calls;
        this.path = path;
        this.descriptor = descriptor;
    }

    /** Opens a file for reading. */
    public static NativeFile read(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDONLY);
    }

    /** As above, bypassing the page cache: addresses, offsets and lengths must be multiples of the block size. */
    public static NativeFile readDirect(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDONLY | O_DIRECT);
    }

    /** Creates a file for writing. */
    public static NativeFile create(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDWR | O_CREAT | O_EXCL);
    }

    /** As above, bypassing the page cache, as with {@link #readDirect}. */
    public static NativeFile createDirect(FileCalls calls, Path path) throws IOException {
        return open(calls, path, O_RDWR | O_CREAT | O_EXCL | O_DIRECT);
    }

    private static NativeFile open(FileCalls calls, Path path, int flags) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            byte[] name = bytes(path);
            MemorySegment text = arena.allocate(name.length + 1L);
            MemorySegment.copy(name, 0, text, ValueLayout.JAVA_BYTE, 0, name.length);
            int descriptor;
            do {
                descriptor = calls.open(text, flags | O_CLOEXEC);
            } while (descriptor == -EINTR);
            if (descriptor < 0) {
                throw failure(path, descriptor);
            }
            return new NativeFile(calls, path, descriptor);
        }
    }

    /** The name in the system's encoding, which need not be text: a URI preserves each byte. */
    private static byte[] bytes(Path path) {
        String escaped = path.toAbsolutePath().toUri().getRawPath();
        byte[] name = new byte[escaped.length()];
        int length = 0;
        for (int i = 0; i < escaped.length(); i++) {
            char next = escaped.charAt(i);
            if (next == '%') {
                name[length++] = (byte) Integer.parseInt(escaped, i + 1, i + 3, 16);
                i += 2;
            } else {
                name[length++] = (byte) next;
            }
        }
        return java.util.Arrays.copyOf(name, length);
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
            throw new FileSystemException(path.toString(), null, "this file system cannot clone files");
        }
        if (result == -EXDEV) {
            throw new FileSystemException(path.toString(), source.path.toString(), "a clone cannot cross file systems");
        }
        require(result);
    }

    /** Returns the next offset from {@code offset} on that has data; -1 if only a hole follows. */
    public long nextData(long offset) throws IOException {
        long next = calls.seek(descriptor, offset, SEEK_DATA);
        return next == -ENXIO ? -1 : require(next);
    }

    /** Returns the next offset from {@code offset} on where a hole begins; at the latest the end of the file. */
    public long nextHole(long offset) throws IOException {
        return require(calls.seek(descriptor, offset, SEEK_HOLE));
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

    /** Announces that the file is read sequentially. */
    public void sequential() throws IOException {
        require(calls.advise(descriptor, 0, 0, FADV_SEQUENTIAL));
    }

    /** Returns the number of bytes in blocks that are shared with another file. */
    public long sharedBytes() throws IOException {
        return Extents.shared(calls, descriptor, this::require);
    }

    private long require(long result) throws IOException {
        if (result < 0) {
            throw failure(path, result);
        }
        return result;
    }

    private static FileSystemException failure(Path path, long negative) {
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
