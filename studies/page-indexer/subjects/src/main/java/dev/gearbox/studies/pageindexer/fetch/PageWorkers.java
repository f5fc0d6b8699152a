package dev.gearbox.studies.pageindexer.fetch;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicLong;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;
import org.jctools.queues.MessagePassingQueue;
import org.jctools.queues.atomic.MpmcAtomicArrayQueue;
import org.jctools.queues.atomic.MpscAtomicArrayQueue;

/**
 * Runs the work on pages: in place, on the client's thread; or on k workers fed by a lock-free queue.
 *
 * <pre>
 *   client's thread:  fetched(page) ── offer ──▶ ░░░░░ (JCTools, bounded) ──▶ any of k workers: work, then the next handler
 *                                   └─ release ─▶ permits: one for each page, on which idle workers park
 * </pre>
 *
 * <p>The queue holds as many pages as there are concurrent fetches, so that it is never full within that limit; if it is full, the client's thread does
 * the work itself, as back-pressure. No thread spins. The duration of the work on each page and its wait for a worker are recorded. An exception of the
 * work makes its page a failure.
 */
public final class PageWorkers implements AutoCloseable {
    private static final long LONGEST_NANOS = 600_000_000_000L;
    private static final int DIGITS = 3;

    private record Job(FetchedPage page, PageHandler next, long since) {}

    private final PageWork work;
    private final MessagePassingQueue<Job> queue;
    private final Semaphore permits = new Semaphore(0);
    private final List<Thread> workers = new ArrayList<>();
    private final ConcurrentHistogram times = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);
    private final ConcurrentHistogram waits = new ConcurrentHistogram(LONGEST_NANOS, DIGITS);
    private final AtomicLong checksum = new AtomicLong();
    private volatile boolean closed;

    private PageWorkers(PageWork work, int count, int capacity) {
        this.work = work;
        queue = count == 1 ? new MpscAtomicArrayQueue<>(capacity) : new MpmcAtomicArrayQueue<>(capacity);
        for (int worker = 0; worker < count; worker++) {
            workers.add(
                    Thread.ofPlatform().daemon().name("pages-worker-" + worker).start(this::consume));
        }
    }

    /** Creates work in place, on the client's own threads. */
    public static PageWorkers inPlace(PageWork work) {
        return new PageWorkers(work, 0, 2);
    }

    /**
     * Creates worker threads.
     *
     * @param count the number of workers
     * @param atOnce the maximum number of concurrent pages
     */
    public static PageWorkers on(int count, int atOnce, PageWork work) {
        if (count < 1 || atOnce < 1) {
            throw new IllegalArgumentException(count + " workers, " + atOnce + " pages at once");
        }
        return new PageWorkers(work, count, Math.max(4, atOnce));
    }

    /**
     * Returns a handler for a client: it does the work, then calls {@code next}, on the same thread. Responses that are not pages (404) are passed on
     * without work.
     */
    public PageHandler before(PageHandler next) {
        return new PageHandler() {
            @Override
            public void fetched(FetchedPage page) {
                if (!page.isPage()) {
                    next.fetched(page);
                    return;
                }
                if (!workers.isEmpty() && queue.offer(new Job(page, next, System.nanoTime()))) {
                    permits.release();
                } else {
                    run(page, next);
                }
            }

            @Override
            public void failed(FetchFailure failure) {
                next.failed(failure);
            }
        };
    }

    private void consume() {
        while (true) {
            permits.acquireUninterruptibly();
            Job job = queue.poll();
            if (job != null) {
                waits.recordValue(Math.clamp(System.nanoTime() - job.since, 0, LONGEST_NANOS));
                run(job.page, job.next);
            } else if (closed) {
                return;
            }
        }
    }

    private void run(FetchedPage page, PageHandler next) {
        long begun = System.nanoTime();
        try {
            checksum.addAndGet(work.on(page));
        } catch (RuntimeException thrown) {
            next.failed(new FetchFailure(FetchFailure.Kind.OTHER, "the work on it failed: " + thrown));
            return;
        }
        times.recordValue(Math.clamp(System.nanoTime() - begun, 0, LONGEST_NANOS));
        next.fetched(page);
    }

    /** Returns a copy of the wall-clock times of the work, in nanoseconds. */
    public Histogram times() {
        return times.copy();
    }

    /** Returns a copy of the times that pages waited for a worker, in nanoseconds; empty for work in place. */
    public Histogram waits() {
        return waits.copy();
    }

    /** Returns the sum of all results: the same for the same pages, on any thread. */
    public long checksum() {
        return checksum.get();
    }

    /** Ends the workers after the queued pages. */
    @Override
    public void close() {
        closed = true;
        permits.release(workers.size());
    }
}
