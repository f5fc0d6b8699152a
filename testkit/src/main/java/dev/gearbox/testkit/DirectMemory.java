package dev.gearbox.testkit;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The memory of direct buffers of the whole JVM. Free buffers in an engine's pool count, so it shows the most that was needed. */
public final class DirectMemory {
    private DirectMemory() {}

    /** As {@link #used}, after garbage collections until they free nothing more, so that earlier tests do not count. */
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

    /** Returns the bytes in use now. */
    public static long used() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
