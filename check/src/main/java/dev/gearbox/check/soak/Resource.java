package dev.gearbox.check.soak;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/**
 * Resources that a process may leak gradually. Read while nothing is going on, so that the reading shows what was left behind, and depends little on
 * the moment.
 */
public enum Resource {
    /** Live objects: read after a full collection. */
    HEAP("heap in use, MiB", 1, 0) {
        @Override
        double read() {
            return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed() / MIB;
        }
    },
    /** The JDK's count; Netty's own buffers are in {@link #NATIVE}. */
    DIRECT("direct buffers, MiB", 1, 0) {
        @Override
        double read() {
            return ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class).stream()
                            .filter(pool -> pool.getName().equals("direct"))
                            .mapToLong(BufferPoolMXBean::getMemoryUsed)
                            .sum()
                    / MIB;
        }
    },
    /** Resident memory outside the heap: native memory, compiled code, classes, stacks. It grows while the JVM compiles, for several minutes. */
    NATIVE("resident beyond the heap, MiB", 16, 60) {
        @Override
        double read() throws IOException {
            return Resident.beyondTheHeap() / MIB;
        }
    },
    DESCRIPTORS("descriptors", 1, 0) {
        @Override
        double read() throws IOException {
            try (Stream<Path> open = Files.list(Path.of("/proc/self/fd"))) {
                return open.count();
            }
        }
    },
    /** Platform threads: the JDK's pools have a few more or fewer at times, and start theirs in the first seconds. */
    THREADS("threads", 3, 10) {
        @Override
        double read() {
            return ManagementFactory.getThreadMXBean().getThreadCount();
        }
    };

    private static final double MIB = 1 << 20;

    private final String words;
    private final double mark;
    private final long settles;

    Resource(String words, double mark, long settles) {
        this.words = words;
        this.mark = mark;
        this.settles = settles;
    }

    /** Returns its name and its unit. */
    public String words() {
        return words;
    }

    /**
     * Returns the growth that is tolerated from the end of the warm-up to the end, in its unit: random variation and the JVM's own housekeeping are
     * smaller.
     */
    public double mark() {
        return mark;
    }

    /** Returns the shortest warm-up after which a small growth is significant. */
    Duration settles() {
        return Duration.ofSeconds(settles);
    }

    /** Returns the current value, in its unit. */
    abstract double read() throws IOException;
}
