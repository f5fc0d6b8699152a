package dev.gearbox.subject;

import java.lang.management.BufferPoolMXBean;
import java.lang.management.CompilationMXBean;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryMXBean;
import java.lang.management.ThreadMXBean;
import java.lang.ref.PhantomReference;
import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The resource usage of a JVM since its start; the difference over a window gives compilation, collection and allocation for each request. A subject
 * reads its own and sends it with its {@code stats}; a subject without {@link SubjectConsole} sends none.
 *
 * @param jitMillis time spent compiling, in ms, of all compiler threads together
 * @param gcCount collections of all collectors
 * @param gcMillis time in collections, in ms
 * @param allocatedBytes allocated on the heap by all threads, including ended and virtual ones; running threads count with what they had allocated
 *     when they last took a new allocation buffer
 * @param heapUsedBytes heap in use, garbage included
 * @param directBytes direct and mapped buffers
 * @param threads platform threads
 */
public record JvmUsage(
        long jitMillis,
        long gcCount,
        long gcMillis,
        long allocatedBytes,
        long heapUsedBytes,
        long directBytes,
        int threads) {
    /** Only in the JVM that reads its own usage: the lab decodes the answers of others and needs none of this. */
    private static final class Beans {
        static final @Nullable CompilationMXBean JIT = ManagementFactory.getCompilationMXBean();
        static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
        static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
        static final List<BufferPoolMXBean> BUFFERS = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
        static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    }

    /** Reads the usage of this JVM. Takes some µs and allocates some hundred bytes. From any thread. */
    static JvmUsage self() {
        long collections = 0;
        long collecting = 0;
        for (GarbageCollectorMXBean collector : Beans.COLLECTORS) {
            collections += Math.max(0, collector.getCollectionCount());
            collecting += Math.max(0, collector.getCollectionTime());
        }
        long direct = 0;
        for (BufferPoolMXBean pool : Beans.BUFFERS) {
            direct += Math.max(0, pool.getMemoryUsed());
        }
        CompilationMXBean jit = Beans.JIT;
        return new JvmUsage(
                jit == null || !jit.isCompilationTimeMonitoringSupported() ? 0 : jit.getTotalCompilationTime(),
                collections,
                collecting,
                allocated(),
                Beans.MEMORY.getHeapMemoryUsage().getUsed(),
                direct,
                Beans.THREADS.getThreadCount());
    }

    /**
     * Collects until nothing more is freed (what a collection finds unreachable may free buffers only after it), at most five times, and then reads;
     * at least twice, because only the second collection shows that what the first found is freed.
     */
    static JvmUsage afterCollection() {
        JvmUsage last = collected();
        for (int i = 1; i < 5; i++) {
            JvmUsage next = collected();
            boolean settled =
                    next.directBytes >= last.directBytes && next.heapUsedBytes > last.heapUsedBytes - (64 << 10);
            last = next;
            if (settled) {
                break;
            }
        }
        return last;
    }

    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("jitMillis", jitMillis);
        fields.put("gcCount", gcCount);
        fields.put("gcMillis", gcMillis);
        fields.put("allocatedBytes", allocatedBytes);
        fields.put("heapUsedBytes", heapUsedBytes);
        fields.put("directBytes", directBytes);
        fields.put("threads", threads);
        return fields;
    }

    /**
     * Returns when the collection's own references have been processed: direct buffers are freed by a thread that the collection only wakes, and
     * references of an earlier collection are processed before those of a later one. If a JVM does not collect on request (or hardly runs), the usage
     * is read after a second all the same.
     */
    private static JvmUsage collected() {
        ReferenceQueue<Object> handled = new ReferenceQueue<>();
        Reference<Object> garbage = new PhantomReference<>(new Object(), handled);
        try {
            System.gc();
            handled.remove(1_000);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
        } finally {
            Reference.reachabilityFence(garbage);
        }
        return self();
    }

    private static long allocated() {
        return Beans.THREADS instanceof com.sun.management.ThreadMXBean threads
                ? Math.max(0, threads.getTotalThreadAllocatedBytes())
                : 0;
    }
}
