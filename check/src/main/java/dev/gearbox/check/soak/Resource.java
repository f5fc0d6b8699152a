package dev.gearbox.check.soak;

import java.io.IOException;
import java.lang.management.BufferPoolMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.Stream;

/** What a process may lose bit by bit. Read while nothing is going on: so it depends on what was left behind, and hardly on the moment. */
public enum Resource {
    /** What is alive: read after a full collection. */
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
    /** Resident beyond the heap: native memory, compiled code, classes, stacks. It grows while the JVM compiles, which takes its minutes. */
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

    /** Its name and its unit. */
    public String words() {
        return words;
    }

    /** What it may grow by from the end of the warm-up to the end, in its unit: chance and the JVM's own housekeeping make up less. */
    public double mark() {
        return mark;
    }

    /** After a warm-up that is shorter than this, a little growth means nothing. */
    Duration settles() {
        return Duration.ofSeconds(settles);
    }

    /** What there is of it now, in its unit. */
    abstract double read() throws IOException;
}
