package dev.gearbox.files;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The page cache, file by file. posix_fadvise(DONTNEED) drops the pages of a file that are already on the disk; the pages stay if the file lives in
 * memory (tmpfs) or is mapped by another process. The caches of the disk, and of the host of a virtual machine, are beyond its reach. Not thread-safe.
 */
public final class PageCache {
    private final FileCalls calls = new FileCalls();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);

    /** Returns why these calls are not available on this machine; empty if they are. */
    public static Optional<String> absence() {
        return FileCalls.absence();
    }

    /** Writes the file to its disk and drops its pages from the page cache. */
    public void forget(Path file) throws IOException {
        try (NativeFile open = NativeFile.read(calls, file)) {
            open.sync();
            open.dropCache();
        }
    }

    /** Reads the file into the page cache; pages that are cached already are not read again. */
    public void warm(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file)) {
            if (resident(file) < channel.size()) {
                int read;
                do {
                    read = channel.read(buffer.clear());
                } while (read >= 0);
            }
        }
    }

    /** Returns the number of cached bytes of the file: whole pages, except the last one. */
    public long resident(Path file) throws IOException {
        try (NativeFile open = NativeFile.read(calls, file)) {
            return open.residentBytes(file);
        }
    }

    /** Returns the number of bytes that the file shares with other files, as reported by FIEMAP; 0 if the file system does not support it. */
    public long shared(Path file) throws IOException {
        try (NativeFile open = NativeFile.read(calls, file)) {
            return open.sharedBytes();
        }
    }
}
