package dev.gearbox.files.tree;

import dev.gearbox.files.system.FileCalls;
import dev.gearbox.files.system.NativeFile;
import java.io.IOException;
import java.nio.file.Path;

/** Counts the bytes of a file that are data, not holes. */
final class Sparse {
    private Sparse() {}

    static long dataBytes(Path file, long size) throws IOException {
        long bytes = 0;
        try (NativeFile open = NativeFile.read(new FileCalls(), file)) {
            for (long data, at = 0; at < size && (data = open.nextData(at)) >= 0; ) {
                at = Math.clamp(open.nextHole(data), data + 1, size);
                bytes += at - data;
            }
        }
        return bytes;
    }
}
