package dev.gearbox.studies.fanoutgateway.server;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A request on a thread of its own, with a result that others may complete first: the deadline, or a client that is gone. Then the thread is
 * interrupted, or never begins. {@link java.util.concurrent.FutureTask} would not tell when its thread is free again.
 */
final class BlockingRequest extends CompletableFuture<byte[]> implements Runnable {
    private final Callable<byte[]> work;
    private final Runnable ended;
    /** The thread while it works. Guarded by this. */
    private @Nullable Thread worker;

    /**
     * Creates a request.
     *
     * @param ended called once, after the work, when the thread is free again
     */
    BlockingRequest(Callable<byte[]> work, Runnable ended) {
        this.work = work;
        this.ended = ended;
        var _ = whenComplete((_, _) -> interruptWorker());
    }

    @Override
    @SuppressWarnings("IllegalCatch") // whatever goes wrong is the result
    public void run() {
        try {
            if (begins()) {
                complete(work.call());
            }
        } catch (Exception | LinkageError failure) {
            completeExceptionally(failure);
        } finally {
            leave();
            ended.run();
        }
    }

    private synchronized boolean begins() {
        worker = Thread.currentThread();
        return !isDone();
    }

    /** From here on this thread, which may go on to another request, is no longer interrupted for this one. */
    private synchronized void leave() {
        worker = null;
        Thread.interrupted();
    }

    private synchronized void interruptWorker() {
        if (worker != null && !worker.equals(Thread.currentThread())) {
            worker.interrupt();
        }
    }
}
