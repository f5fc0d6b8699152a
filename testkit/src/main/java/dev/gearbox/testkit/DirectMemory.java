package dev.gearbox.testkit;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The memory of direct buffers, of the whole JVM: what is free in an engine's pool counts, so it tells the most that was needed. */
public final class DirectMemory {
    private DirectMemory() {}

    /** As {@link #used}, when what earlier tests have left behind is gone: until collections free nothing more. */
    public static long usedByTheLiving() {
        long least = used();
        for (int vain = 0; vain < 3; vain++) {
            System.gc();
            long now = used();
            if (now < least) {
                least = now;
                vain = 0;
            }
        }
        return least;
    }

    /** In bytes, now. */
    public static long used() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
