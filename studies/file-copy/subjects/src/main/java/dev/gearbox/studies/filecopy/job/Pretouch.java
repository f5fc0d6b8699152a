package dev.gearbox.studies.filecopy.job;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Uses free memory and releases it, so that the pages a copy takes next are ones that were in use a moment ago, as -XX:+AlwaysPreTouch does for a heap.
 * A virtual machine may have free pages that its host has not backed with memory: never used since its start, or reported to the host as free two seconds after
 * their release (virtio-balloon's free page reporting). The first write to such a page costs 10 to 16 µs instead of 1, is no stolen time, and is counted as system
 * time of the process: copies of 100 MiB in memory took 70 ms or 530 ms, by chance. The kernel hands out the pages released last first.
 */
final class Pretouch {
    private static final long PAGE = 4096;
    /** Always enough for a block of the allocator of the C library that is returned to the system at once. */
    private static final long LEAST = 64 << 20;

    private Pretouch() {}

    /**
     * Uses and releases memory for a number of files.
     *
     * @param files how many
     * @param size of each in bytes
     */
    static void files(int files, long size) {
        // A page for its end, and a page for its entries in the kernel's tables.
        long bytes = Math.max(LEAST, files * (size + 2 * PAGE));
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment memory = arena.allocate(bytes);
            for (long at = 0; at < bytes; at += PAGE) {
                memory.set(ValueLayout.JAVA_BYTE, at, (byte) 1);
            }
        }
    }
}
