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
 * Looks at an engine's loops from a thread of its own, and gives one that a callback keeps for too long to a fresh thread.
 *
 * <pre>
 *   loop ---- thread 1: callback of A ............................ returns: A's turn back to the loop, thread 1 ends
 *        \                 |
 *         '-- thread 2: (taken) ---- everyone else of the loop ---- A goes on, or goes to the eviction target
 * </pre>
 *
 * <p>A callback is too long when it was the same one at several looks in a row: a machine that stood still, watchdog included, is nobody's fault.
 * The fresh thread waits before it is needed, so a system that has none left never costs a loop. While the loops have nothing to do it sleeps.
 *
 * <p>Limits: a callback shorter than the threshold still holds up its loop; a thread is stuck for each connection that is, up to a bound.
 */
public final class LoopWatchdog implements Runnable {
    /** Of the same callback, in a row, make it too long. */
    private static final int LOOKS = 4;
    /** In a row at idle loops, before it rests. */
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

    /** From another thread: looks no more, and waits until nobody is stuck. */
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

    /** From a loop that has something to do. */
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

    /** Until a loop has something to do: each says that it is awake before it looks whether we rest, and we the other way round. */
    private void rest() {
        resting = true;
        while (resting && !ended && engine.allLoops().stream().allMatch(EventLoop::isAsleep)) {
            LockSupport.park(this);
        }
        resting = false;
    }

    /** Whether it had something to do. */
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
                        loop.name() + " stays with its thread, which a callback keeps: " + stuck.size()
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
                loop.name() + " has a fresh thread: a callback has kept the old one for "
                        + options.after().toMillis() + " ms",
                old);
    }

    /** Null if the system has none left. */
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

    /** In a turn: the probation that it has, or its first. */
    private Probation probationOf(ConnectionState stalled, Engine evictionTarget) {
        if (stalled.stall().probation() instanceof Probation known) {
            return known;
        }
        Probation first = new Probation(this, stalled, evictionTarget);
        stalled.stall().probation(first);
        return first;
    }

    /** On the loop's thread, in the connection's turn: the callback that had kept a loop has returned. */
    void returned(ConnectionState stalled, String loop, long since) {
        Duration took = Duration.ofNanos(System.nanoTime() - since);
        Engine evictionTarget = options.evictionTarget();
        String words = "a callback took " + took.toMillis() + " ms, for which " + loop + " had another thread";
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
                        words + "; moved to " + evictionTarget + " until it has behaved for "
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
            LOG.log(Level.WARNING, "who listens to a watchdog throws", thrown);
        }
    }
}
