package dev.gearbox.core.loop;

import static dev.gearbox.core.loop.WatchdogEvent.Kind.EVICTED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.NOT_RELIEVED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.NOT_SHIFTED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.RELIEVED;
import static dev.gearbox.core.loop.WatchdogEvent.Kind.RETURNED;

import dev.gearbox.core.Engine;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Shift;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Checks an engine's loops from its own thread, and gives a loop that a callback blocks for too long to a new thread.
 *
 * <pre>
 *   loop ---- thread 1: callback of A ............................ returns: A's turn back to the loop, thread 1 ends
 *        \                 |
 *         '-- thread 2: (taken) ---- everyone else of the loop ---- A goes on, or goes to the eviction target
 * </pre>
 *
 * <p>A callback is too long when several checks in a row find the same one, so a pause of the whole machine, watchdog included, does not count. The new thread
 * is started in advance, so a system that has no thread left never costs a loop. The watchdog sleeps while the loops are idle.
 *
 * <p>Limits: a callback shorter than the threshold still blocks its loop; each stuck connection holds a thread, up to a bound.
 */
public final class LoopWatchdog implements Runnable {
    /** Checks in a row that find the same callback until it is too long. */
    private static final int LOOKS = 4;
    /** Checks in a row that find the loops idle until the watchdog sleeps. */
    private static final int PATIENCE = 100;

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    /** A thread that waits for its task. */
    private record ReplacementThread(Thread thread, CompletableFuture<Runnable> task) {}

    private final EventLoopEngine<?> engine;
    private final WatchdogOptions options;
    private final Thread thread;
    private final Set<Thread> stuck = ConcurrentHashMap.newKeySet();
    private @Nullable ReplacementThread replacement;
    private volatile boolean ended;
    private volatile boolean resting;

    LoopWatchdog(EventLoopEngine<?> engine, WatchdogOptions options) {
        this.engine = engine;
        this.options = options;
        thread = Thread.ofPlatform().daemon().name("gearbox-watchdog").unstarted(this);
    }

    WatchdogOptions options() {
        return options;
    }

    EventLoopEngine<?> engine() {
        return engine;
    }

    void watch(EventLoop loop) {
        loop.startWatchdog(this);
    }

    void start() {
        thread.start();
    }

    /** Stops checking, and waits until no thread is stuck. Called from another thread. */
    void stop() {
        ended = true;
        LockSupport.unpark(thread);
        EventLoop.awaitEnd(thread);
        if (replacement != null) {
            replacement.task.complete(() -> {});
            EventLoop.awaitEnd(replacement.thread);
        }
        stuck.forEach(EventLoop::awaitEnd);
    }

    /** Called from a loop that has work. */
    void wakeup() {
        if (resting) {
            resting = false;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        long between = options.after().toNanos() / LOOKS;
        int idle = 0;
        while (!ended) {
            LockSupport.parkNanos(this, between);
            boolean busy = false;
            for (EventLoop loop : engine.allLoops()) {
                busy |= look(loop);
            }
            idle = busy ? 0 : idle + 1;
            if (idle > PATIENCE) {
                rest();
                idle = 0;
            }
        }
    }

    /**
     * Sleeps until a loop has work. No wake-up is missed: each loop marks itself as awake before it checks whether the watchdog sleeps, and the watchdog does
     * the reverse.
     */
    private void rest() {
        resting = true;
        while (resting && !ended && engine.allLoops().stream().allMatch(EventLoop::isAsleep)) {
            LockSupport.park(this);
        }
        resting = false;
    }

    /** Returns whether it had work. */
    private boolean look(EventLoop loop) {
        Occupancy occupancy = loop.occupancy();
        if (occupancy == null || !occupancy.isBusy()) {
            return false;
        }
        if (occupancy.looks() >= LOOKS) {
            replaceThread(loop, occupancy);
        }
        return true;
    }

    private void replaceThread(EventLoop loop, Occupancy occupancy) {
        stuck.removeIf(each -> !each.isAlive());
        ReplacementThread fresh = stuck.size() < options.threads() ? replacement() : null;
        if (fresh == null) {
            ConnectionState occupant = occupancy.occupant();
            if (occupant != null && occupancy.looks() == LOOKS) {
                tell(
                        NOT_RELIEVED,
                        occupant,
                        options.after(),
                        loop.name() + " stays with its thread, which a callback blocks: " + stuck.size()
                                + " others are stuck already, or no thread is left",
                        loop.thread());
            }
            return;
        }
        long since = System.nanoTime() - options.after().toNanos();
        Thread old = loop.thread();
        ConnectionState stalled = occupancy.take();
        if (stalled == null) {
            return;
        }
        engine.counters().blockedLoops.increment();
        engine.counters().relievedLoops.increment();
        stuck.add(old);
        old.setName(loop.name() + "-stuck");
        replacement = null;
        fresh.task.complete(() -> loop.takeOver(since));
        tell(
                RELIEVED,
                stalled,
                options.after(),
                loop.name() + " has a new thread: a callback has blocked the old one for "
                        + options.after().toMillis() + " ms",
                old);
    }

    /** Null if the system has no thread left. */
    private @Nullable ReplacementThread replacement() {
        if (replacement == null) {
            CompletableFuture<Runnable> task = new CompletableFuture<>();
            Thread waiting = Thread.ofPlatform()
                    .daemon()
                    .name("gearbox-relief")
                    .unstarted(() -> task.join().run());
            try {
                waiting.start();
            } catch (OutOfMemoryError none) {
                LOG.log(Level.DEBUG, "no thread for a stuck loop", none);
                return null;
            }
            replacement = new ReplacementThread(waiting, task);
        }
        return replacement;
    }

    /** Returns the connection's probation, created at the first call. In a turn. */
    private Probation probationOf(ConnectionState stalled, Engine evictionTarget) {
        if (stalled.stall().probation() instanceof Probation known) {
            return known;
        }
        Probation first = new Probation(this, stalled, evictionTarget);
        stalled.stall().probation(first);
        return first;
    }

    /** Called when the callback that blocked a loop has returned; on the loop's thread, in the connection's turn. */
    void returned(ConnectionState stalled, String loop, long since) {
        Duration took = Duration.ofNanos(System.nanoTime() - since);
        Engine evictionTarget = options.evictionTarget();
        String words = "a callback took " + took.toMillis() + " ms; meanwhile " + loop + " had another thread";
        if (evictionTarget == null || stalled.life().isEnding() || engine.isClosing()) {
            tell(RETURNED, stalled, took, words);
            return;
        }
        Probation probation = probationOf(stalled, evictionTarget);
        probation.begin();
        Shift.now(stalled, evictionTarget).whenComplete((done, failure) -> {
            if (failure == null) {
                tell(
                        EVICTED,
                        stalled,
                        took,
                        words + "; moved to " + evictionTarget + " until it has not blocked for "
                                + probation.length().toMillis() + " ms");
            } else if (!stalled.isOver()) {
                tell(NOT_SHIFTED, stalled, took, words + "; it stays: " + failure.getMessage());
            }
        });
    }

    void tell(WatchdogEvent.Kind kind, ConnectionState state, Duration time, String reason) {
        tell(kind, state, time, reason, null);
    }

    private void tell(
            WatchdogEvent.Kind kind, ConnectionState state, Duration time, String reason, @Nullable Thread stuck) {
        WatchdogEvent event =
                new WatchdogEvent(kind, engine, state.connection(), time, state.connection() + ": " + reason);
        LOG.log(Level.INFO, event.reason());
        WatchdogJfrEvent.record(event, stuck);
        try {
            options.listener().accept(event);
        } catch (RuntimeException thrown) {
            LOG.log(Level.WARNING, "a watchdog listener failed", thrown);
        }
    }
}
