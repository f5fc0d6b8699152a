package dev.gearbox.engines.linux.virtual;

import dev.gearbox.core.blocking.ConnectionThreads;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.engines.linux.epoll.EpollLoop;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import org.jspecify.annotations.Nullable;

/**
 * An epoll loop that is also the scheduler of virtual threads: the loop itself runs threads that can continue, between one wait for events and the next. So a
 * thread that waits for its socket is found ready, unparked and run on one platform thread, without a queue between two threads.
 *
 * <p>A thread that can continue is put into the loop's own queue if it is unparked here, and into a shared one if another thread unparks it (a released lock,
 * an expired sleep), which wakes the loop. Each round runs the threads that are there at its beginning: one that yields at once waits for the next round, and
 * the loop polls for events in between.
 */
final class VirtualLoop extends EpollLoop implements ConnectionThreads.ConnectionExecutor {
    /** Runs threads that are left when the loop has ended: a handler may have started some, which inherit its scheduler. */
    private static final ForkJoinPool AFTERWARDS = ForkJoinPool.commonPool();

    private final ArrayDeque<Runnable> ready = new ArrayDeque<>();
    private final Queue<Runnable> fromOthers = new ConcurrentLinkedQueue<>();
    private final ExecutorService owners;
    private final ExecutorService helpers;
    private @Nullable Thread carrier;
    private volatile boolean ended;

    private VirtualLoop(EngineBase engine, String name) throws IOException {
        super(engine, name);
        owners = Executors.newThreadPerTaskExecutor(
                CustomSchedulerThreads.builder(this::goOn).name(name + "-", 1).factory());
        helpers = Executors.newThreadPerTaskExecutor(CustomSchedulerThreads.builder(this::goOn)
                .name(name + "-helper-", 1)
                .factory());
    }

    /**
     * Starts a loop.
     *
     * @throws UncheckedIOException if the system has no descriptor left for it
     */
    static VirtualLoop start(EngineBase engine, String name) {
        VirtualLoop loop;
        try {
            loop = new VirtualLoop(engine, name);
        } catch (IOException failure) {
            throw new UncheckedIOException("no epoll loop: " + failure.getMessage(), failure);
        }
        loop.start();
        return loop;
    }

    @Override
    protected void onStart() {
        carrier = Thread.currentThread();
    }

    /** Returns whether the current thread is the loop's, or a virtual one that runs on it: neither is interrupted by the other. */
    @SuppressWarnings("ReferenceEquality") // a thread is itself
    boolean isHere() {
        return CustomSchedulerThreads.carrier() == carrier;
    }

    /** The scheduler: a virtual thread can continue. From any thread; never waits, since the caller cannot leave its carrier meanwhile. */
    private void goOn(Runnable continuation) {
        if (isHere() && !ended) {
            ready.add(continuation);
            return;
        }
        fromOthers.add(continuation);
        if (ended) {
            leaveToOthers();
        } else {
            wake();
        }
    }

    @Override
    protected void poll(long nanos) {
        super.poll(ready.isEmpty() && fromOthers.isEmpty() ? nanos : 0);
        awaken();
        for (Runnable each = fromOthers.poll(); each != null; each = fromOthers.poll()) {
            ready.add(each);
        }
        for (int left = ready.size(); left > 0; left--) {
            ready.remove().run();
            worked("a virtual thread");
        }
    }

    @Override
    protected void onStop() {
        super.onStop();
        ended = true;
        fromOthers.addAll(ready);
        leaveToOthers();
    }

    private void leaveToOthers() {
        for (Runnable each = fromOthers.poll(); each != null; each = fromOthers.poll()) {
            AFTERWARDS.execute(each);
        }
    }

    @Override
    public void start(Runnable life) {
        owners.execute(life);
    }

    @Override
    public void runOnHelper(Runnable turn) {
        helpers.execute(turn);
    }

    /** Waits until all virtual threads of connections have ended, then ends the loop. From another thread. */
    public void close() {
        owners.close();
        helpers.close();
        stop();
    }
}
