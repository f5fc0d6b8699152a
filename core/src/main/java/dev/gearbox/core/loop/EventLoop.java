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
 * One thread that waits for events, then handles ready connections, due timers and tasks of other threads. The subclass provides what it waits on (a selector,
 * an epoll descriptor, a ring). For authors of engines.
 *
 * <p>Only the first of several callers wakes it, and only while it sleeps: a busy loop costs its callers no system call. No wake-up is missed, because a caller
 * adds its task before it checks whether the loop sleeps, and the loop marks itself as sleeping before it checks for tasks.
 */
public abstract class EventLoop implements HomeLoop {
    /** The time that tasks get in each round before the loop polls for events again. */
    private static final long TASKS_SHARE = TimeUnit.MILLISECONDS.toNanos(10);

    /** In place of a number of connections: the loop takes no more connections. */
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
    /** Null while no watchdog supervises this loop. */
    private volatile @Nullable Occupancy occupancy;

    private final Queue<Runnable> tasks = new ConcurrentLinkedQueue<>();
    private final TimerQueue timers;

    private final AtomicInteger connections = new AtomicInteger();

    private volatile @Nullable LoopDrain drain;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private volatile boolean asleep;
    private volatile boolean stopped;
    /** Set before the last tasks are run: tasks that are added later are not run. */
    private volatile boolean dead;

    private final LoopMeter meter = new LoopMeter();
    private boolean waiting;

    /** Creates a loop whose thread does not run yet: {@link #start} it when the subclass is fully constructed. */
    protected EventLoop(EngineBase engine, String threadName) {
        this.engine = engine;
        name = threadName;
        timers = new TimerQueue(engine::nanoTime);
    }

    /** Called on the loop's thread, before everything else. */
    protected void onStart() {}

    /**
     * Waits for events, then handles all that are ready. Calls {@link #awaken} before the first, if there is one, and {@link #worked} after each. Called on the
     * loop's thread.
     *
     * @param nanos the longest time to wait: 0 not at all, {@link Long#MAX_VALUE} without limit
     */
    protected abstract void poll(long nanos);

    /** Makes the {@link #poll} in progress, or else the next one, return soon. Called from any thread. */
    protected abstract void wakeup();

    /** Closes what the loop waits on and everything that is still registered there. Called on the loop's thread, after everything else. */
    protected abstract void onStop();

    /**
     * Detaches what the stuck thread may be using. Called on the new thread that takes over the loop.
     *
     * @return what to do with it, on the loop's thread, once the stuck thread has released it
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

    /** Returns the engine that it belongs to. */
    public final EngineBase engine() {
        return engine;
    }

    /** Returns whether the current thread is the loop's. */
    public final boolean isLoopThread() {
        return Thread.currentThread().equals(thread);
    }

    /** Returns how many connections were assigned to this loop and have not ended, including those that it has yet to adopt. From any thread. */
    public final int connections() {
        return Math.max(0, connections.get());
    }

    /**
     * Counts one more connection. From any thread.
     *
     * @return false if the loop takes no more connections because it is about to end
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

    /** Counts one connection less. From any thread. */
    @Override
    public final void unassign() {
        if (connections.decrementAndGet() == 0) {
            LoopDrain draining = drain;
            if (draining != null) {
                draining.emptied();
            }
        }
    }

    /** Returns whether it has no connection and will never have one again. From any thread. */
    final boolean retire() {
        return connections.compareAndSet(0, RETIRED);
    }

    /** Sets the drain of this loop; null if the loop is to stay. From any thread. */
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
     * Runs {@code task} on the loop's thread, unless the loop has stopped. From any thread.
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
     * As {@link #execute}, for tasks that must not be lost.
     *
     * @throws IOException if the loop has died of a defect
     */
    public final void executeOrThrow(Runnable task) throws IOException {
        if (!execute(task)) {
            throw hasDied();
        }
    }

    IOException hasDied() {
        return new IOException("the event loop " + name + " has died; the log says why");
    }

    /**
     * Runs {@code task} on the loop's thread and waits for it, for a limited time, since a handler may block the loop. From any thread.
     *
     * @return whether it has run; if not, it will run later
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

    /** Wakes the loop if it sleeps. From any thread. */
    public final void wake() {
        if (asleep && ASLEEP.compareAndSet(this, true, false)) {
            engine.counters().wakeups.increment();
            wakeup();
        }
    }

    /** Runs {@code task} on the loop's thread after so many nanoseconds. Called on that thread. */
    public final Cancellable after(long nanos, Runnable task) {
        return timers.add(engine.nanoTime() + nanos, task);
    }

    /** As {@link #after}, in a turn of a connection, whose thread may have lost the loop in the callback. */
    final Cancellable afterInTurn(long nanos, Runnable task) {
        return occupancy == null ? after(nanos, task) : new PostedTimer(this, nanos, task);
    }

    private void run() {
        meter.start();
        work(this::onStart);
    }

    /** Runs the loop on its thread, until the loop ends or another thread has taken it over. */
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
            LOG.log(Level.ERROR, () -> name + " has died; closing its connections and listeners", defect);
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
        // Of a dead loop all of them: no more are added. Some bring connections, whose sessions must be notified of
        // their end.
        do {
            runTasks();
        } while (dead && !tasks.isEmpty());
    }

    /** The loop has died and has closed its sockets: notifies the sessions. A connection that is moving between two loops is not among them. */
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

    // ---- When its thread is stuck in a callback -----------------------------------------------------------------

    /** Starts supervision by another thread. Called before the loop starts, or while it has no connection. */
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

    /** Also called from the loop's thread. */
    final String name() {
        return name;
    }

    final boolean isAsleep() {
        return asleep;
    }

    /** Called on the watchdog's thread. */
    final Thread thread() {
        return requireNonNull(thread, "not started");
    }

    /**
     * Takes over the loop, which another thread has lost in a callback; runs on the new thread. Which connection's callback, it asks only here: a thread keeps
     * its start arguments reachable for its whole life, which would keep a connection long after it is closed.
     */
    final void takeOver(long since) {
        thread = Thread.currentThread();
        Thread.currentThread().setName(name);
        work(() -> {
            Occupancy lost = requireNonNull(occupancy);
            ConnectionState stalled = requireNonNull(lost.occupant(), "no connection has it");
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

    /** Continues where the callback has left off. A connection that is about to leave takes its tasks along. */
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

    /** Marks the end of the wait at the first event of a round. Called on the loop's thread. */
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

    /** Records that the loop was busy with {@code what} since the last mark; the log shows its string. Called on the loop's thread. */
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

    /** Returns whether there were any tasks. */
    private boolean runTasks() {
        if (tasks.isEmpty()) {
            return false;
        }
        // At most as many as there are now, within a time limit: a task that adds itself again waits for the next
        // round. A single task needs no clock.
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
     * Handles an exception of {@code what} that no session could have caught. If it is a connection, that one fails and is closed; the loop and its other
     * connections go on. Called on the loop's thread.
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

    /** Returns how the loop has spent its time. From any thread. */
    public final LoopStats stats() {
        return meter.stats();
    }

    /** Returns the fraction of time that the loop has worked since these stats were read, 0 to 1, without an event still in progress. From any thread. */
    final double utilisationSince(LoopStats before) {
        double share = meter.utilisationSince(before);
        return !Double.isNaN(share) ? share : asleep ? 0 : 1;
    }

    /** Stops the loop without waiting; the future completes when it has ended. From any thread. */
    final CompletionStage<Void> finish() {
        stopped = true;
        wakeup();
        return ended;
    }

    /** Returns whether its thread has ended. */
    final boolean isGone() {
        return ended.isDone() && !thread().isAlive();
    }

    @Override
    public final String toString() {
        return name;
    }

    /** Stops the loop and waits for its thread. Called from another thread. */
    public final void stop() {
        finish();
        awaitEnd(thread());
    }

    /** Waits until it has ended, even if the caller is interrupted. */
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
