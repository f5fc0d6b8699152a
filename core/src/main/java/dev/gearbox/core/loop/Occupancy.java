package dev.gearbox.core.loop;

import dev.gearbox.core.spi.CallbackObserver;
import dev.gearbox.core.spi.ConnectionState;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * Who is in a callback on a supervised loop, so that another thread can take the loop away from the one that is stuck there. One number says it, whose
 * last two bits are a state and whose others count the callbacks:
 *
 * <pre>
 *   OUTSIDE --(the loop's thread enters a callback)--> INSIDE --(it returns)--> OUTSIDE of the next number
 *                                                       |  ^
 *                      (it needs the loop for a moment) '--'--> HELD --> INSIDE
 *                                                       |
 *              (the watchdog takes exactly this one)    '--> LOST --(the fresh thread begins)--> OUTSIDE of the next number
 * </pre>
 *
 * <p>The loop is its thread's but in INSIDE, where it is whoever's is first to change the number. So a callback costs a store and an exchange, and
 * the code of engines between two callbacks needs to know nothing of it.
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
    /** Written before a number that says INSIDE. */
    private @Nullable ConnectionState occupant;

    // The watchdog's own.
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
            // Whoever was the last one is not to be kept from being forgotten.
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

    /** From any thread: runs {@code task} here and now if this is the thread that has the loop, which it then keeps meanwhile. */
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

    /** On the watchdog's thread: whether anything went on here since the last look, or still does. */
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

    /** On the watchdog's thread: how often in a row it was the same callback. */
    int looks() {
        return looks;
    }

    /** On the watchdog's thread: whose callback it is now; null if none is, or was a moment ago. */
    @Nullable
    ConnectionState occupant() {
        return occupant;
    }

    /** On the watchdog's thread: takes the loop away from the thread that is in the callback last seen; null if it has just come back. */
    @Nullable
    ConnectionState take() {
        ConnectionState stalled = occupant;
        return state(seen) == INSIDE && NUMBER.compareAndSet(this, seen, seen - INSIDE + LOST) ? stalled : null;
    }

    /** On the fresh thread, which is the loop's now. Nor is whoever had it to be kept from being forgotten. */
    void taken() {
        occupant = null;
        NUMBER.setRelease(this, next(number));
    }
}
