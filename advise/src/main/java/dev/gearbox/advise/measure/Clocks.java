package dev.gearbox.advise.measure;

import com.sun.management.OperatingSystemMXBean;
import com.sun.management.ThreadMXBean;
import dev.gearbox.subject.CpuClock;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time and memory of this process and its threads. */
final class Clocks {
    private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private static final OperatingSystemMXBean SYSTEM =
            (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    private static final long PID = ProcessHandle.current().pid();
    private static final int PAGE = 4096;

    private Clocks() {}

    /** Returns the processor time of the calling thread, in ns. */
    static long mine() {
        return THREADS.getCurrentThreadCpuTime();
    }

    /** Returns the processor time of a platform thread that is alive, in ns. */
    static long of(Thread thread) {
        return THREADS.getThreadCpuTime(thread.threadId());
    }

    /** Returns the processor time of the process, in ns; on systems other than Linux it may advance in steps of 10 ms. */
    static long process() {
        return CpuClock.nanos(PID).orElseGet(SYSTEM::getProcessCpuTime);
    }

    /** Returns the heap in use after a collection, in bytes. */
    static long heap() {
        Runtime runtime = Runtime.getRuntime();
        System.gc();
        return runtime.totalMemory() - runtime.freeMemory();
    }

    /** Returns the resident memory of the process, in bytes. */
    static long resident() throws IOException {
        String[] fields = Files.readString(Path.of("/proc/self/statm")).split(" ", -1);
        return Long.parseLong(fields[1]) * PAGE;
    }
}
