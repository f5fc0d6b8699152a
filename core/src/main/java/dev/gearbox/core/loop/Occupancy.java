package dev.gearbox.core.loop;

import dev.gearbox.core.spi.CallbackObserver;
import dev.gearbox.core.spi.ConnectionState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Tracks which thread is in a callback on a supervised loop, so that another thread can take the loop over from a stuck one. It is one number, whose last two
 * bits are a state and whose other bits count the callbacks:
 *
 * <pre>
 *   OUTSIDE --(the loop's thread enters a callback)--> INSIDE --(it returns)--> OUTSIDE of the next number
 *                                                       |  ^
 *                      (it needs the loop for a moment) '--'--> HELD --> INSIDE
 *                                                       |
 *              (the watchdog takes exactly this one)    '--> LOST --(the fresh thread begins)--> OUTSIDE of the next number
 * </pre>
 *
 * <p>The loop belongs to its thread except in INSIDE, where it goes to the thread that changes the number first. So a callback costs a store and an atomic
 * exchange, and engine code between two callbacks is not affected.
 */
final class Occupancy implements CallbackObserver {
    private static final int OUTSIDE = 0;
    private static final int INSIDE = 1;
    private static final int HELD = 2;
    private static final int LOST = 3;
    private static final int STATE = 3;
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.lookup().findVarHandle(Occupancy.class, "number", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final EventLoop loop;
    private final LoopWatchdog watchdog;
    private long number;
    /** Written before the number changes to INSIDE. */
    private @Nullable ConnectionState occupant;

    // Accessed by the watchdog only.
    private long seen;
    private int looks;

    Occupancy(EventLoop loop, LoopWatchdog watchdog) {
        this.loop = loop;
        this.watchdog = watchdog;
    }

    LoopWatchdog watchdog() {
        return watchdog;
    }

    @Override
    public long begins(ConnectionState state) {
        if (state.stall().isLoopLost()) {
            return 0;
        }
        occupant = state;
        long inside = number + INSIDE;
        NUMBER.setRelease(this, inside);
        return inside;
    }

    @Override
    public void ends(ConnectionState state, long begun) {
        if (begun == 0) {
            return;
        }
        if (NUMBER.compareAndSet(this, begun, next(begun))) {
            // Must not keep the last connection reachable.
            occupant = null;
        } else {
            state.stall().loopLost();
        }
    }

    private static long next(long number) {
        return (number | STATE) + 1;
    }

    private static int state(long number) {
        return (int) number & STATE;
    }

    /** Runs {@code task} and returns true if the current thread has the loop, which is not taken over meanwhile; returns false otherwise. From any thread. */
    boolean runHere(Runnable task) {
        long now = (long) NUMBER.getAcquire(this);
        ConnectionState inside = occupant;
        if (state(now) == OUTSIDE) {
            boolean ours = loop.isLoopThread();
            if (ours) {
                task.run();
            }
            return ours;
        }
        if (state(now) != INSIDE
                || inside == null
                || !inside.entered()
                || !NUMBER.compareAndSet(this, now, now - INSIDE + HELD)) {
            return false;
        }
        try {
            task.run();
        } finally {
            NUMBER.setRelease(this, now);
        }
        return true;
    }

    /** Returns whether anything ran here since the last check, or still does. On the watchdog's thread. */
    boolean isBusy() {
        long now = (long) NUMBER.getAcquire(this);
        if (now != seen) {
            seen = now;
            looks = 0;
            return true;
        }
        if (state(now) != INSIDE) {
            return false;
        }
        looks++;
        return true;
    }

    /** Returns how many checks in a row found the same callback. On the watchdog's thread. */
    int looks() {
        return looks;
    }

    /** Returns whose callback is running; null if none is, or none was a moment ago. On the watchdog's thread. */
    @Nullable
    ConnectionState occupant() {
        return occupant;
    }

    /** Takes the loop over from the thread that is in the callback last seen; null if that has just returned. On the watchdog's thread. */
    @Nullable
    ConnectionState take() {
        ConnectionState stalled = occupant;
        return state(seen) == INSIDE && NUMBER.compareAndSet(this, seen, seen - INSIDE + LOST) ? stalled : null;
    }

    /** Called on the new thread, which has the loop now. Must not keep the previous connection reachable. */
    void taken() {
        occupant = null;
        NUMBER.setRelease(this, next(number));
    }
}
