package dev.gearbox.files;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What the system holds of a file in memory. It forgets a file when its pages are on the disk and posix_fadvise(DONTNEED) asks for it; where the memory
 * is the file (tmpfs), or another process has it mapped, the pages stay. A disk, or the host of a virtual machine, may have a cache of its own that
 * none of this reaches. For one thread at a time.
 */
public final class PageCache {
    private final FileCalls calls = new FileCalls();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(1 << 20);

    /** Why these calls cannot be made on this machine; empty if they can. */
    public static Optional<String> absence() {
        return FileCalls.absence();
    }

    /** Writes the file to its disk and has the system forget its pages. */
    public void forget(Path file) throws IOException {
        try (NativeFile open = NativeFile.read(calls, file)) {
            open.sync();
            open.dropCache();
        }
    }

    /** Reads the file, so that its pages are in memory; one that is there already is not read again. */
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

    /** How many bytes of the file are in memory, in whole pages but for the last. */
    public long resident(Path file) throws IOException {
        try (NativeFile open = NativeFile.read(calls, file)) {
            return open.residentBytes(file);
        }
    }

    /** How many bytes of the file lie in blocks that another file shares, as FIEMAP tells; 0 where the file system has no such thing. */
    public long shared(Path file) throws IOException {
        try (NativeFile open = NativeFile.read(calls, file)) {
            return open.sharedBytes();
        }
    }
}
