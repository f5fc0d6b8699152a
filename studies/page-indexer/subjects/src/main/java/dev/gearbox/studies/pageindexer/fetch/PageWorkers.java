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
 * Where the work on pages runs: in place, on the client's thread that has the page; or on k workers, which a lock-free queue feeds.
 *
 * <pre>
 *   client's thread:  fetched(page) ── offer ──▶ ░░░░░ (JCTools, bounded) ──▶ any of k workers: work, then the next handler
 *                                   └─ release ─▶ permits: one for each page, on which idle workers park
 * </pre>
 *
 * <p>The queue holds as many pages as may be under way, so that it is never full while that is kept to; if it is, the client's thread does the work
 * itself, which slows down what feeds it. Nobody spins. How long each work took and how long each page waited for a worker is recorded. A work that throws
 * makes its page a failure.
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

    /** Work on the client's own threads. */
    public static PageWorkers inPlace(PageWork work) {
        return new PageWorkers(work, 0, 2);
    }

    /**
     * Work on threads of its own.
     *
     * @param count of workers
     * @param atOnce how many pages may be under way
     */
    public static PageWorkers on(int count, int atOnce, PageWork work) {
        if (count < 1 || atOnce < 1) {
            throw new IllegalArgumentException(count + " workers, " + atOnce + " pages at once");
        }
        return new PageWorkers(work, count, Math.max(4, atOnce));
    }

    /** A handler for a client: the work comes first, then {@code next}, on the same thread. What is no page (a 404) is passed on without work. */
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

    /** How long each work took by the clock, in nanoseconds; a copy. */
    public Histogram times() {
        return times.copy();
    }

    /** How long each page waited for a worker, in nanoseconds; a copy, empty for work in place. */
    public Histogram waits() {
        return waits.copy();
    }

    /** The sum of all results: the same for the same pages, wherever they were worked on. */
    public long checksum() {
        return checksum.get();
    }

    /** Ends the workers after what is queued. */
    @Override
    public void close() {
        closed = true;
        permits.release(workers.size());
    }
}
