package dev.gearbox.files.system;

import static dev.gearbox.files.system.FileConstants.*;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** The location of a file's blocks, by the ioctl FIEMAP: distinguishes a copy from a clone. */
final class Extents {
    /** struct fiemap: start, length, flags, mapped, count, reserved; then the extents. */
    private static final int HEADER = 32;

    private static final int FLAGS = 16;
    private static final int MAPPED = 20;
    private static final int COUNT = 24;

    /** struct fiemap_extent: logical, physical, length, two reserved words, flags, three reserved. */
    private static final int EXTENT = 56;

    private static final int EXTENT_LENGTH = 16;
    private static final int EXTENT_FLAGS = 40;
    private static final int AT_ONCE = 128;

    /** Throws the exception of the file for a negative result. */
    @FunctionalInterface
    interface ExtentCheck {
        long require(long result) throws IOException;
    }

    private Extents() {}

    /** Returns the number of bytes of the file that are shared with other files. */
    static long shared(FileCalls calls, int file, ExtentCheck check) throws IOException {
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment map = arena.allocate(HEADER + (long) AT_ONCE * EXTENT, 8);
            long shared = 0;
            long start = 0;
            while (true) {
                map.fill((byte) 0);
                map.set(JAVA_LONG, 0, start);
                map.set(JAVA_LONG, 8, Long.MAX_VALUE - start);
                map.set(JAVA_INT, FLAGS, FIEMAP_FLAG_SYNC);
                map.set(JAVA_INT, COUNT, AT_ONCE);
                check.require(calls.ioctl(file, FIEMAP, map.address()));
                int mapped = map.get(JAVA_INT, MAPPED);
                for (int i = 0; i < mapped; i++) {
                    MemorySegment extent = map.asSlice(HEADER + (long) i * EXTENT, EXTENT);
                    long length = extent.get(JAVA_LONG, EXTENT_LENGTH);
                    int flags = extent.get(JAVA_INT, EXTENT_FLAGS);
                    shared += (flags & FIEMAP_EXTENT_SHARED) != 0 ? length : 0;
                    start = extent.get(JAVA_LONG, 0) + length;
                    if ((flags & FIEMAP_EXTENT_LAST) != 0) {
                        return shared;
                    }
                }
                if (mapped == 0) {
                    return shared;
                }
            }
        }
    }
}
