package dev.gearbox.testkit;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;

/** The memory of direct buffers, of the whole JVM: what is free in an engine's pool counts, so it tells the most that was needed. */
public final class DirectMemory {
    private DirectMemory() {}

    /** In bytes, now. */
    public static long used() {
        return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                .filter(pool -> pool.getName().equals("direct"))
                .mapToLong(BufferPoolMXBean::getMemoryUsed)
                .sum();
    }
}
