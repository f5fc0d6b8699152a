package dev.gearbox.engines.jdk;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.EngineBase;
import dev.gearbox.core.LoopStats;
import dev.gearbox.core.PooledBuffer;
import dev.gearbox.core.Quietly;
import dev.gearbox.core.TimerQueue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The event loop of the selector engines: one thread that waits on one selector, then handles what is ready, what is due and what other
 * threads asked for.
 *
 * <p>Others wake it only while it sleeps, and only the first of them: a busy loop costs its callers no system call. It never misses one,
 * because a caller adds its task before it looks whether the loop sleeps, and the loop says that it sleeps before it looks for tasks.
 */
final class SelectorLoop implements Runnable {
    /** What a key of this loop's selector has attached. */
    interface Ready {
        /** On the loop's thread: the key's channel is ready for something. */
        void ready(SelectionKey key);

        /** On the loop's thread: the loop ends, and the key's channel was closed. */
        default void abandoned() {}
    }

    /** One event that keeps the loop longer than this is worth a line in the log: everyone else waits meanwhile. */
    private static final long STALL = TimeUnit.MILLISECONDS.toNanos(100);

    private static final int READ_SIZE = 64 << 10;
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    /** Apart, so that the word about slow handlers, or a slow machine, can be told from that about defects. */
    private static final System.Logger STALLS = System.getLogger("dev.gearbox.stalls");

    private static final VarHandle ASLEEP;

    static {
        try {
            ASLEEP = MethodHandles.lookup().findVarHandle(SelectorLoop.class, "asleep", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final EngineBase engine;
    private final Selector selector;
    private final Thread thread;
    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TimerQueue timers = new TimerQueue();
    private final PooledBuffer readBuffer;
    private final Consumer<SelectionKey> handle = this::handle;

    private final AtomicInteger connections = new AtomicInteger();
    private volatile boolean asleep;
    private volatile boolean stopped;

    // Written by the loop alone; read by whoever asks for stats.
    private final AtomicLong busyNanos = new AtomicLong();
    private final AtomicLong waitNanos = new AtomicLong();
    private final AtomicLong longestNanos = new AtomicLong();

    private boolean waiting;
    private long mark;

    SelectorLoop(EngineBase engine, String threadName) {
        this.engine = engine;
        try {
            selector = Selector.open();
        } catch (IOException failure) {
            throw new UncheckedIOException("no selector: " + failure.getMessage(), failure);
        }
        readBuffer = engine.pool().take(READ_SIZE);
        thread = Thread.ofPlatform().daemon().name(threadName).unstarted(this);
        thread.start();
    }

    Selector selector() {
        return selector;
    }

    /** The loop's own buffer: whoever reads into it has done with it before the next event. */
    PooledBuffer readBuffer() {
        return readBuffer;
    }

    boolean isLoopThread() {
        return thread.equals(Thread.currentThread());
    }

    /** From any thread: how many connections were given to this loop and have not ended, those included that it has yet to adopt. */
    int connections() {
        return connections.get();
    }

    void assign() {
        connections.incrementAndGet();
    }

    void unassign() {
        connections.decrementAndGet();
    }

    /** From any thread: runs {@code task} on the loop's thread. Once the loop is stopped, never. */
    void execute(Runnable task) {
        tasks.add(task);
        wake();
    }

    /** From any thread: makes the loop look around soon, if it sleeps. */
    void wake() {
        if (asleep && ASLEEP.compareAndSet(this, true, false)) {
            engine.counters().wakeups.increment();
            selector.wakeup();
        }
    }

    /** On the loop's thread. */
    Cancellable after(long nanos, Runnable task) {
        return timers.add(System.nanoTime() + nanos, task);
    }

    @Override
    public void run() {
        mark = System.nanoTime();
        try {
            while (!stopped) {
                select();
                timers.runDue();
                runTasks();
                worked("a task or a timer");
            }
        } catch (Throwable defect) {
            LOG.log(Level.ERROR, () -> thread.getName() + " ends: its connections stand still", defect);
            throw defect;
        } finally {
            runTasks();
            closeSelector();
        }
    }

    private void select() {
        long delay = timers.delay();
        // Rounded up: a timer that is not due yet when the selector returns would cost a second, empty round.
        long millis = delay == Long.MAX_VALUE ? 0 : (delay + 999_999) / 1_000_000;
        waiting = true;
        asleep = true;
        try {
            if (stopped || delay == 0 || !tasks.isEmpty()) {
                selector.selectNow(handle);
            } else {
                selector.select(handle, millis);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException("select fails: " + failure.getMessage(), failure);
        }
        awaken();
    }

    private void handle(SelectionKey key) {
        awaken();
        Ready attached = (Ready) key.attachment();
        attached.ready(key);
        worked(attached);
    }

    /** The first event of a round ends the wait. */
    private void awaken() {
        if (waiting) {
            waiting = false;
            asleep = false;
            long now = System.nanoTime();
            waitNanos.setOpaque(waitNanos.getPlain() + now - mark);
            mark = now;
        }
    }

    /** Since the mark the loop was busy with {@code what}. */
    private void worked(Object what) {
        long now = System.nanoTime();
        long nanos = now - mark;
        mark = now;
        busyNanos.setOpaque(busyNanos.getPlain() + nanos);
        if (nanos > longestNanos.getPlain()) {
            longestNanos.setOpaque(nanos);
        }
        if (nanos > STALL) {
            STALLS.log(
                    Level.WARNING,
                    () -> what + " kept " + thread.getName() + " for " + nanos / 1_000_000
                            + " ms; its other connections waited (a handler that blocks belongs in an Offload)");
        }
    }

    private void runTasks() {
        // As many as there are now: one that adds itself again waits for the next round.
        for (int left = tasks.size(); left > 0; left--) {
            Runnable task = tasks.poll();
            if (task == null) {
                return;
            }
            task.run();
        }
    }

    LoopStats stats() {
        return new LoopStats(busyNanos.getOpaque(), waitNanos.getOpaque(), longestNanos.getOpaque());
    }

    /**
     * From any thread: closes a channel that is registered here. The system lets go of its port only when the selector has let go of its key,
     * so from another thread this waits for that (not for ever: the loop may be held up by a handler).
     */
    void close(SelectableChannel channel) {
        if (isLoopThread()) {
            Quietly.close(channel);
            return;
        }
        CountDownLatch done = new CountDownLatch(1);
        execute(() -> {
            Quietly.close(channel);
            try {
                selector.selectNow(handle);
            } catch (IOException failure) {
                LOG.log(Level.DEBUG, "select fails while a listener closes", failure);
            }
            done.countDown();
        });
        try {
            if (!done.await(1, TimeUnit.SECONDS)) {
                Quietly.close(channel);
            }
        } catch (InterruptedException hurry) {
            Quietly.close(channel);
            Thread.currentThread().interrupt();
        }
    }

    /** From another thread: ends the loop and waits for its thread. What is still registered is closed. */
    void stop() {
        stopped = true;
        selector.wakeup();
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void closeSelector() {
        try {
            for (SelectionKey key : selector.keys()) {
                Quietly.close(key.channel());
                ((Ready) key.attachment()).abandoned();
            }
            selector.close();
        } catch (IOException | ClosedSelectorException failure) {
            LOG.log(Level.DEBUG, "a selector did not close cleanly", failure);
        }
        readBuffer.release();
    }
}
