package dev.gearbox.core.loop;

import static dev.gearbox.core.loop.SupervisionEvent.Kind.EVICTED;
import static dev.gearbox.core.loop.SupervisionEvent.Kind.NOT_RELIEVED;
import static dev.gearbox.core.loop.SupervisionEvent.Kind.NOT_SHIFTED;
import static dev.gearbox.core.loop.SupervisionEvent.Kind.RELIEVED;
import static dev.gearbox.core.loop.SupervisionEvent.Kind.RETURNED;

import dev.gearbox.core.Engine;
import dev.gearbox.core.spi.EngineSide;
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
 *         '-- thread 2: (taken) ---- everyone else of the loop ---- A goes on, or goes to the refuge
 * </pre>
 *
 * <p>A callback is too long when it was the same one at several looks in a row: a machine that stood still, supervisor included, is nobody's fault.
 * The fresh thread waits before it is needed, so a system that has none left never costs a loop. While the loops have nothing to do it sleeps.
 *
 * <p>Limits: a callback shorter than the threshold still holds up its loop; a thread is stuck for each connection that is, up to a bound.
 */
public final class Supervisor implements Runnable {
    /** Of the same callback, in a row, make it too long. */
    private static final int LOOKS = 4;
    /** In a row at idle loops, before it rests. */
    private static final int PATIENCE = 100;

    private static final System.Logger LOG = System.getLogger("dev.gearbox");

    /** A thread that waits for its task. */
    private record Relief(Thread thread, CompletableFuture<Runnable> task) {}

    private final EventLoopEngine<?> engine;
    private final Supervision terms;
    private final Thread thread;
    private final Set<Thread> stuck = ConcurrentHashMap.newKeySet();
    private @Nullable Relief relief;
    private volatile boolean ended;
    private volatile boolean resting;

    Supervisor(EventLoopEngine<?> engine, Supervision terms) {
        this.engine = engine;
        this.terms = terms;
        thread = Thread.ofPlatform().daemon().name("gearbox-supervisor").unstarted(this);
    }

    Supervision terms() {
        return terms;
    }

    EventLoopEngine<?> engine() {
        return engine;
    }

    void watch(EventLoop loop) {
        loop.supervise(this);
    }

    void start() {
        thread.start();
    }

    /** From another thread: looks no more, and waits until nobody is stuck. */
    void stop() {
        ended = true;
        LockSupport.unpark(thread);
        EventLoop.awaitEnd(thread);
        if (relief != null) {
            relief.task.complete(() -> {});
            EventLoop.awaitEnd(relief.thread);
        }
        stuck.forEach(EventLoop::awaitEnd);
    }

    /** From a loop that has something to do. */
    void rouse() {
        if (resting) {
            resting = false;
            LockSupport.unpark(thread);
        }
    }

    @Override
    public void run() {
        long between = terms.after().toNanos() / LOOKS;
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
            relieve(loop, occupancy);
        }
        return true;
    }

    private void relieve(EventLoop loop, Occupancy occupancy) {
        stuck.removeIf(each -> !each.isAlive());
        Relief fresh = stuck.size() < terms.threads() ? relief() : null;
        if (fresh == null) {
            EngineSide occupant = occupancy.occupant();
            if (occupant != null && occupancy.looks() == LOOKS) {
                tell(
                        NOT_RELIEVED,
                        occupant,
                        terms.after(),
                        loop.name() + " stays with its thread, which a callback keeps: " + stuck.size()
                                + " others are stuck already, or no thread is left",
                        loop.thread());
            }
            return;
        }
        long since = System.nanoTime() - terms.after().toNanos();
        Thread old = loop.thread();
        EngineSide guilty = occupancy.take();
        if (guilty == null) {
            return;
        }
        engine.counters().blockedLoops.increment();
        engine.counters().relievedLoops.increment();
        stuck.add(old);
        old.setName(loop.name() + "-stuck");
        relief = null;
        fresh.task.complete(() -> loop.takeOver(since));
        tell(
                RELIEVED,
                guilty,
                terms.after(),
                loop.name() + " has a fresh thread: a callback has kept the old one for "
                        + terms.after().toMillis() + " ms",
                old);
    }

    /** Null if the system has none left. */
    private @Nullable Relief relief() {
        if (relief == null) {
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
            relief = new Relief(waiting, task);
        }
        return relief;
    }

    /** In a turn: the probation that it has, or its first. */
    private Probation probationOf(EngineSide guilty, Engine refuge) {
        if (guilty.hold().probation() instanceof Probation known) {
            return known;
        }
        Probation first = new Probation(this, guilty, refuge);
        guilty.hold().probation(first);
        return first;
    }

    /** On the loop's thread, in the connection's turn: the callback that had kept a loop has returned. */
    void returned(EngineSide guilty, String loop, long since) {
        Duration took = Duration.ofNanos(System.nanoTime() - since);
        Engine refuge = terms.refuge();
        String words = "a callback took " + took.toMillis() + " ms, for which " + loop + " had another thread";
        if (refuge == null || guilty.life().isEnding() || engine.isClosing()) {
            tell(RETURNED, guilty, took, words);
            return;
        }
        Probation probation = probationOf(guilty, refuge);
        probation.begin();
        Shift.now(guilty, refuge).whenComplete((done, failure) -> {
            if (failure == null) {
                tell(
                        EVICTED,
                        guilty,
                        took,
                        words + "; moved to " + refuge + " until it has behaved for "
                                + probation.length().toMillis() + " ms");
            } else if (!guilty.isOver()) {
                tell(NOT_SHIFTED, guilty, took, words + "; it stays: " + failure.getMessage());
            }
        });
    }

    void tell(SupervisionEvent.Kind kind, EngineSide side, Duration time, String reason) {
        tell(kind, side, time, reason, null);
    }

    private void tell(
            SupervisionEvent.Kind kind, EngineSide side, Duration time, String reason, @Nullable Thread stuck) {
        SupervisionEvent event =
                new SupervisionEvent(kind, engine, side.connection(), time, side.connection() + ": " + reason);
        LOG.log(Level.INFO, event.reason());
        SupervisionJfrEvent.record(event, stuck);
        try {
            terms.listener().accept(event);
        } catch (RuntimeException thrown) {
            LOG.log(Level.WARNING, "who listens to a supervisor throws", thrown);
        }
    }
}
