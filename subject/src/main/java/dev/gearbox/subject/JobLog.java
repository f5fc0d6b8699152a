package dev.gearbox.subject;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Records the progress of a subject's job, from any threads, and reports it to the lab when the job is done. Every unit ends exactly once, as
 * completed or as failed. Recording takes two atomic additions and allocates nothing.
 * Work between {@link #pause} and {@link #resume}, such as checking a result, counts neither in time nor in resource usage.
 */
public final class JobLog {
    private final Times completions;
    private final Times units;
    private final Times work;
    private final AtomicInteger ended = new AtomicInteger();
    private final CountDownLatch open;
    private final ConcurrentMap<String, LongAdder> errors = new ConcurrentHashMap<>();
    private final int expected;
    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private long aloneNanos;
    private long begun;
    private long over;
    private long pausedAt;
    private long paused;
    private @Nullable Usage since;
    private @Nullable Usage used;
    private int peak;

    /** Creates a log for a job with this number of units. */
    public JobLog(int units) {
        this.expected = units;
        this.completions = new Times(units);
        this.units = new Times(units);
        this.work = new Times(units);
        this.open = new CountDownLatch(units);
    }

    /** Times in ns, added by any thread; the memory is allocated before the job begins. */
    private static final class Times {
        private final long[] nanos;
        private final AtomicInteger count = new AtomicInteger();

        Times(int most) {
            nanos = new long[most];
        }

        void add(long value) {
            nanos[count.getAndIncrement()] = value;
        }

        /** Returns the times in µs since a start time, the earliest first. */
        List<Long> sortedMicros(long since) {
            long[] sorted = Arrays.copyOf(nanos, count.get());
            Arrays.sort(sorted);
            List<Long> micros = new ArrayList<>(sorted.length);
            for (long value : sorted) {
                micros.add(Math.round((value - since) / 1e3));
            }
            return micros;
        }
    }

    /** Marks the beginning of the job. To be called once, before the first unit begins. */
    public void begin() {
        threads.resetPeakThreadCount();
        since = Usage.self().orElse(null);
        begun = System.nanoTime();
    }

    /** Returns the time on the job's own clock, in ns. The clock stops while the job is paused. */
    public long now() {
        return System.nanoTime() - paused;
    }

    /** Pauses the job: what follows is not part of it. To be called by the thread that began the job, while no unit is in progress. */
    public void pause() {
        pausedAt = System.nanoTime();
        count();
    }

    /** Resumes the job. */
    public void resume() {
        since = Usage.self().orElse(null);
        paused += System.nanoTime() - pausedAt;
    }

    /**
     * Takes a time off the job's clock that was not spent on the job, such as the start of a program that reports its own time. Its resource usage counts.
     * To be called by the thread that began the job, before the units of that time are recorded.
     */
    public void exclude(long nanos) {
        paused += nanos;
    }

    private void count() {
        Usage before = since;
        Usage now = Usage.self().orElse(null);
        if (before != null && now != null) {
            Usage more = now.minus(before);
            used = used == null ? more : used.plus(more);
        }
    }

    /**
     * Records a completed unit, now.
     *
     * @param begunNanos when it was begun, by {@link System#nanoTime}, or by {@link #now} in a job that pauses
     */
    public void completed(long begunNanos) {
        completed(begunNanos, now());
    }

    /**
     * Records a unit that was completed earlier, and has been checked since.
     *
     * @param begunNanos when it was begun, by {@link #now}
     * @param endedNanos when it was completed, by {@link #now}
     */
    public void completed(long begunNanos, long endedNanos) {
        claim();
        completions.add(endedNanos);
        units.add(endedNanos - begunNanos);
        open.countDown();
    }

    /**
     * Records a failed unit, now.
     *
     * @param kind one word
     */
    public void failed(String kind) {
        claim();
        errors.computeIfAbsent(kind, _ -> new LongAdder()).increment();
        open.countDown();
    }

    /**
     * Records the end of the processor work on a unit. To be called before the unit ends.
     *
     * @param nanos the duration of the work
     */
    public void worked(long nanos) {
        work.add(nanos);
    }

    private void claim() {
        if (ended.incrementAndGet() > expected) {
            throw new IllegalStateException("more units ended than the job has: " + expected);
        }
    }

    /**
     * Waits until every unit has ended.
     *
     * @return false if the timeout expired before
     */
    public boolean await(Duration atMost) throws InterruptedException {
        return open.await(atMost.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Marks the end of the job, such as the close of the last connection. To be called once, after {@link #await}. */
    public void over() {
        over = now();
        count();
        peak = threads.getPeakThreadCount() - threads.getThreadCount();
    }

    /** Sets the duration of the work on a unit when nothing else runs, in ns; the default 0 means no work. */
    public void alone(long nanos) {
        aloneNanos = nanos;
    }

    /** Returns the answer for the lab ({@code JobAnswer}). */
    public Map<String, Object> answer() {
        Map<String, Object> answer = new LinkedHashMap<>();
        answer.put("nanos", over - begun);
        answer.put("units", expected);
        answer.put("completed", completions.sortedMicros(begun));
        answer.put("took", units.sortedMicros(0));
        answer.put("work", work.sortedMicros(0));
        answer.put("aloneNanos", aloneNanos);
        answer.put("threadsMore", Math.max(0, peak));
        if (used != null) {
            answer.put("usage", used.fields());
        }
        Map<String, Long> counts = new TreeMap<>();
        errors.forEach((kind, count) -> counts.put(kind, count.sum()));
        answer.put("errors", counts);
        return answer;
    }
}
