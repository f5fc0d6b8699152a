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
 * What a JVM has used of itself since it started: the counts that a window's difference turns into compilation,
 * collection and allocation for each request. A subject reads it of itself and sends it with its {@code stats}; a
 * subject without {@link SubjectConsole} has none, and then all of it is absent.
 *
 * @param jitMillis time spent compiling, in ms, of all compiler threads together
 * @param gcCount collections of all collectors
 * @param gcMillis time in collections, in ms
 * @param allocatedBytes allocated on the heap by all threads, ended and virtual ones too; threads that run count with
 *     what they had allocated when they last took a new piece of the heap
 * @param heapUsedBytes used of the heap now, garbage included
 * @param directBytes direct and mapped buffers now
 * @param threads platform threads now
 */
public record JvmUsage(
        long jitMillis,
        long gcCount,
        long gcMillis,
        long allocatedBytes,
        long heapUsedBytes,
        long directBytes,
        int threads) {
    /** Only in the JVM that reads itself: the lab decodes the answers of others and needs none of this. */
    private static final class Beans {
        static final @Nullable CompilationMXBean JIT = ManagementFactory.getCompilationMXBean();
        static final List<GarbageCollectorMXBean> COLLECTORS = ManagementFactory.getGarbageCollectorMXBeans();
        static final MemoryMXBean MEMORY = ManagementFactory.getMemoryMXBean();
        static final List<BufferPoolMXBean> BUFFERS = ManagementFactory.getPlatformMXBeans(BufferPoolMXBean.class);
        static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();
    }

    /** The reading for this JVM. Takes some µs and allocates some hundred bytes; any thread. */
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
     * Collects until nothing more is freed (what a collection finds unreachable may free buffers only after it), at most
     * five times, and reads then; at least twice, because only the second says that what the first found is freed.
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
     * Returns when the collection's own references have been handled: direct buffers are freed by a thread that the
     * collection only wakes, and what an earlier collection found is handled before what a later one did. A JVM that does
     * not collect when asked (or hardly runs) is read after a second all the same.
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
