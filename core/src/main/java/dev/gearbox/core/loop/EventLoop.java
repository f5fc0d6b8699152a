package dev.gearbox.core.loop;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.concurrent.LoopLost;
import dev.gearbox.core.concurrent.TimerQueue;
import dev.gearbox.core.observe.LoopStats;
import dev.gearbox.core.spi.CallbackObserver;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.HomeLoop;
import dev.gearbox.core.spi.LoopStall;
import dev.gearbox.core.spi.SlowTurnListener;
import java.io.IOException;
import java.lang.System.Logger.Level;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One thread that waits for events, then handles what is ready, what is due and what other threads asked for. What it waits on (a selector, an
 * epoll descriptor, a ring) is the subclass's. For those who write engines.
 *
 * <p>Others wake it only while it sleeps, and only the first of them: a busy loop costs its callers no system call. It never misses one,
 * because a caller adds its task before it looks whether the loop sleeps, and the loop says that it sleeps before it looks for tasks.
 */
public abstract class EventLoop implements HomeLoop {
    /** Of a round, tasks get so much before the loop looks for events again. */
    private static final long TASKS_SHARE = TimeUnit.MILLISECONDS.toNanos(10);

    /** Instead of a number of connections: the loop takes none any more. */
    private static final int RETIRED = Integer.MIN_VALUE;

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    private static final VarHandle ASLEEP;

    static {
        try {
            ASLEEP = MethodHandles.lookup().findVarHandle(EventLoop.class, "asleep", boolean.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final EngineBase engine;
    private final String name;
    private volatile @Nullable Thread thread;
    /** Null while nobody supervises this loop. */
    private volatile @Nullable Occupancy occupancy;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TimerQueue timers;

    private final AtomicInteger connections = new AtomicInteger();

    private volatile @Nullable LoopDrain drain;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean asleep;
    private volatile boolean stopped;
    /** Set before the last of its tasks are run: what is added later is not. */
    private volatile boolean dead;

    private final LoopMeter meter = new LoopMeter();
    private boolean waiting;

    /** A loop whose thread does not run yet: {@link #start} it when the subclass is whole. */
    protected EventLoop(EngineBase engine, String threadName) {
        this.engine = engine;
        name = threadName;
        timers = new TimerQueue(engine::nanoTime);
    }

    /** On the loop's thread, before everything else. */
    protected void onStart() {}

    /**
     * On the loop's thread: waits for events, then handles all that there are. Calls {@link #awaken} before it handles the first, if there is
     * one, and {@link #worked} after each.
     *
     * @param nanos how long to wait at most: 0 not at all, {@link Long#MAX_VALUE} for ever
     */
    protected abstract void poll(long nanos);

    /** From any thread: makes the {@link #poll} that is under way, or else the next one, return soon. */
    protected abstract void wakeup();

    /** On the loop's thread, behind everything else: gives up what it waits on and whatever is still registered there. */
    protected abstract void onStop();

    /**
     * On a fresh thread that goes on with the loop: gives up what the one that is stuck may have in its hands.
     *
     * @return what becomes of it, on the loop's thread, once the stuck one has let go of it
     */
    protected Runnable onThreadReplaced() {
        return () -> {};
    }

    /**
     * Starts the thread.
     *
     * @throws OutOfMemoryError if the system has no thread left
     */
    public final void start() {
        if (engine instanceof EventLoopEngine<?> supervised) {
            supervised.watchOver(this);
        }
        Thread first = Thread.ofPlatform().daemon().name(name).unstarted(this::run);
        thread = first;
        first.start();
    }

    /** The engine that it belongs to. */
    public final EngineBase engine() {
        return engine;
    }

    /** Whether the current thread is the loop's. */
    public final boolean isLoopThread() {
        return Thread.currentThread().equals(thread);
    }

    /** From any thread: how many connections were given to this loop and have not ended, those included that it has yet to adopt. */
    public final int connections() {
        return Math.max(0, connections.get());
    }

    /**
     * From any thread: one more.
     *
     * @return false if the loop takes none any more, and is about to end
     */
    @Override
    public final boolean assign() {
        for (int now = connections.get(); now != RETIRED && !dead; now = connections.get()) {
            if (connections.compareAndSet(now, now + 1)) {
                return true;
            }
        }
        return false;
    }

    /** From any thread: one less. */
    @Override
    public final void unassign() {
        if (connections.decrementAndGet() == 0) {
            LoopDrain draining = drain;
            if (draining != null) {
                draining.emptied();
            }
        }
    }

    /** From any thread: whether it has no connection and will never have one again. */
    final boolean retire() {
        return connections.compareAndSet(0, RETIRED);
    }

    /** From any thread: what empties the loop; null if it is to stay. */
    final void drainBy(@Nullable LoopDrain draining) {
        drain = draining;
    }

    @Override
    public final void joined(ConnectionState state) {
        LoopDrain draining = drain;
        if (draining != null) {
            draining.evacuate(state);
        }
    }

    /**
     * From any thread: runs {@code task} on the loop's thread. Once the loop is stopped, never.
     *
     * @return false if the loop has died of a defect, and the task will not run
     */
    @Override
    public final boolean execute(Runnable task) {
        tasks.add(task);
        if (dead && tasks.remove(task)) {
            return false;
        }
        wake();
        return true;
    }

    /**
     * As {@link #execute}, for what must not be forgotten.
     *
     * @throws IOException if the loop has died of a defect
     */
    public final void executeOrThrow(Runnable task) throws IOException {
        if (!execute(task)) {
            throw hasDied();
        }
    }

    IOException hasDied() {
        return new IOException("the event loop " + name + " has died; the log says of what");
    }

    /**
     * From any thread: runs {@code task} on the loop's thread and waits for that; not for ever, for the loop may be held up by a handler.
     *
     * @return whether it has run; if not, it will
     */
    public final boolean call(Runnable task) {
        Occupancy shared = occupancy;
        if (shared != null) {
            if (shared.runHere(task)) {
                return true;
            }
        } else if (isLoopThread()) {
            task.run();
            return true;
        }
        CountDownLatch done = new CountDownLatch(1);
        boolean runs = execute(() -> {
            try {
                task.run();
            } finally {
                done.countDown();
            }
        });
        try {
            return runs && done.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    /** From any thread: makes the loop look around soon, if it sleeps. */
    public final void wake() {
        if (asleep && ASLEEP.compareAndSet(this, true, false)) {
            engine.counters().wakeups.increment();
            wakeup();
        }
    }

    /** On the loop's thread: runs {@code task} there after so many nanoseconds. */
    public final Cancellable after(long nanos, Runnable task) {
        return timers.add(engine.nanoTime() + nanos, task);
    }

    /** In a turn of a connection, whose thread may have lost the loop in the callback: as {@link #after}. */
    final Cancellable afterInTurn(long nanos, Runnable task) {
        return occupancy == null ? after(nanos, task) : new PostedTimer(this, nanos, task);
    }

    private void run() {
        meter.start();
        work(this::onStart);
    }

    /** On its thread, for as long as it has the loop. */
    private void work(Runnable first) {
        boolean ours = true;
        try {
            first.run();
            while (!stopped) {
                round();
            }
        } catch (LoopLost lost) {
            ours = false;
        } catch (Throwable defect) {
            LOG.log(Level.ERROR, () -> name + " dies, and closes its connections and listeners", defect);
            dead = true;
        } finally {
            if (ours) {
                try {
                    finishTasks();
                    onStop();
                } finally {
                    if (dead) {
                        failConnections();
                    }
                    ended.complete(null);
                }
            }
        }
    }

    private void finishTasks() {
        if (dead && engine instanceof EventLoopEngine<?> whole) {
            whole.lost(this, hasDied());
        }
        // Of a dead loop all of them: none is added any more. Some bring connections, whose sessions are to hear of
        // their end.
        do {
            runTasks();
        } while (dead && !tasks.isEmpty());
    }

    /** The loop has died and has closed its sockets: the sessions hear of it. A connection that is between two loops is not its own. */
    private void failConnections() {
        IOException cause = hasDied();
        engine.connectionsOn(this)
                .filter(state -> !state.binding().isBetween() && state.binding().isOn(this) && !state.isStalled())
                .forEach(state -> {
                    state.failed(cause);
                    state.closed();
                });
    }

    private void round() {
        long delay = timers.delay();
        waiting = true;
        asleep = true;
        poll(stopped || !tasks.isEmpty() ? 0 : delay);
        awaken();
        boolean due = runTimers();
        if (runTasks() || due) {
            worked("a task or a timer");
        }
    }

    private boolean runTimers() {
        try {
            return timers.runDue();
        } catch (Throwable defect) {
            failed("a timer", defect);
            return true;
        }
    }

    // ---- When its thread is stuck in a callback
    // -----------------------------------------------------------------------------------

    /** Before it starts, or while it has no connection: another thread looks at it from now on. */
    final void startWatchdog(LoopWatchdog watchdog) {
        if (occupancy == null) {
            occupancy = new Occupancy(this, watchdog);
        }
    }

    @Override
    public final @Nullable CallbackObserver watch() {
        return occupancy;
    }

    final @Nullable Occupancy occupancy() {
        return occupancy;
    }

    /** Its thread's, too. */
    final String name() {
        return name;
    }

    final boolean isAsleep() {
        return asleep;
    }

    /** On the watchdog's thread. */
    final Thread thread() {
        return requireNonNull(thread, "not started");
    }

    /**
     * On a fresh thread: goes on with the loop, which another one has lost in a callback. Whose, it asks only here: what a thread begins with it keeps
     * for as long as it lives, and so a connection would be kept that is closed long since.
     */
    final void takeOver(long since) {
        thread = Thread.currentThread();
        Thread.currentThread().setName(name);
        work(() -> {
            Occupancy lost = requireNonNull(occupancy);
            ConnectionState stalled = requireNonNull(lost.occupant(), "nobody has it");
            meter.spentOn(this, "connection " + stalled.connection());
            stalled.stall().markStalled(new LoopStall.StalledConnection(since, onThreadReplaced()));
            if (!stalled.isOver()) {
                transport(stalled).await(false, false);
            }
            lost.taken();
        });
    }

    @Override
    public final void takeBack(ConnectionState stalled) {
        LoopStall.StalledConnection was = stalled.stall().comeBack();
        was.leftover().run();
        requireNonNull(occupancy).watchdog().returned(stalled, name, was.since());
        goOn(stalled);
    }

    /** Where the callback has left off. A connection that is about to leave takes its tasks along. */
    private static void goOn(ConnectionState state) {
        if (!state.isOver()) {
            if (!state.binding().isShiftDue()) {
                state.turn();
            }
            transport(state).settle();
        }
    }

    private static ReadyTransport transport(ConnectionState state) {
        return (ReadyTransport) requireNonNull(state.binding().transport());
    }

    /** On the loop's thread: the first event of a round ends the wait. */
    protected final void awaken() {
        if (waiting) {
            waiting = false;
            asleep = false;
            Occupancy shared = occupancy;
            if (shared != null) {
                shared.watchdog().wakeup();
            }
            meter.awoke();
        }
    }

    /** On the loop's thread: since the last word the loop was busy with {@code what}, whose string says so in the log. */
    protected final void worked(Object what) {
        long nanos = meter.handled(this, what);
        if (what instanceof LoopTransport connection) {
            ConnectionState state = connection.state();
            state.stall().spent(nanos);
            if (nanos > SlowTurnListener.NANOS) {
                engine.tellSlow(state, nanos);
            }
        }
        if (nanos > StallLog.NANOS) {
            engine.counters().blockedLoops.increment();
            Class<?> kind = what instanceof LoopTransport connection
                    ? connection.state().kind()
                    : what.getClass();
            StallLog.tell(name, what, kind, nanos);
        }
    }

    /** Whether there were any. */
    private boolean runTasks() {
        if (tasks.isEmpty()) {
            return false;
        }
        // As many as there are now, and for so long: one that adds itself again waits for the next round. A single one
        // needs no clock.
        int left = tasks.size();
        long began = left > 1 ? engine.nanoTime() : 0;
        do {
            Runnable task = tasks.poll();
            if (task == null) {
                break;
            }
            try {
                task.run();
            } catch (Throwable defect) {
                failed(task, defect);
            }
            left--;
        } while (left > 0 && engine.nanoTime() - began < TASKS_SHARE);
        return true;
    }

    /**
     * On the loop's thread: {@code what} has thrown this where no session could have caught it. If it is a connection, that one fails and is closed;
     * the loop and its other connections go on.
     */
    protected final void failed(Object what, Throwable defect) {
        if (defect instanceof LoopLost lost) {
            throw lost;
        }
        if (what instanceof LoopTransport connection) {
            connection.state().failed(defect);
            try {
                connection.run();
                return;
            } catch (LoopLost lost) {
                throw lost;
            } catch (Throwable again) {
                LOG.log(Level.ERROR, () -> what + " fails on " + name + " and cannot be closed", again);
            }
        }
        LOG.log(Level.ERROR, () -> what + " fails on " + name, defect);
    }

    /** From any thread: how the loop spent its time. */
    public final LoopStats stats() {
        return meter.stats();
    }

    /** From any thread: the share of time that the loop works, 0 to 1, since these stats were read; one event that goes on does not count yet. */
    final double utilisationSince(LoopStats before) {
        double share = meter.utilisationSince(before);
        return !Double.isNaN(share) ? share : asleep ? 0 : 1;
    }

    /** From any thread: ends the loop, and waits for nothing; completes when that was done. */
    final CompletionStage<Void> finish() {
        stopped = true;
        wakeup();
        return ended;
    }

    /** Whether its thread is gone. */
    final boolean isGone() {
        return ended.isDone() && !thread().isAlive();
    }

    @Override
    public final String toString() {
        return name;
    }

    /** From another thread: ends the loop and waits for its thread. */
    public final void stop() {
        finish();
        awaitEnd(thread());
    }

    /** Waits until it has ended, whoever is in a hurry. */
    static void awaitEnd(Thread running) {
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
