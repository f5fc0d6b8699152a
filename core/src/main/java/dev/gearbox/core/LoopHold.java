package dev.gearbox.core;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * How a connection keeps the event loop that drives it: for how long so far, and what happens when one of its callbacks keeps it for too long. Then the
 * {@link Supervisor} has given the loop to a fresh thread, and the connection's turn is where the callback is:
 *
 * <pre>
 *   fresh thread:  stray ---- the loop's other connections ---- comes back, goes on
 *                                                                  ^
 *   old thread:    in the callback ... returns: outrun --> leaves --(a task)
 * </pre>
 *
 * <p>So between {@link #stray} and {@link #comeBack} the turn is the old thread's, and everything of the loop's is the fresh one's. Only connections of
 * supervised loops come here, but for the time that they take.
 */
final class LoopHold {
    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(LoopHold.class, "busyNanos", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final EngineSide side;
    /** Of its loop's thread; by its handle. */
    private long busyNanos;
    /** In a turn: its thread has lost the loop in a callback. */
    private boolean outrun;
    /** On the loop's thread: not null while a thread that has lost the loop has the turn. */
    private @Nullable Stray stray;
    /** Once it had to be moved to a refuge. */
    private @Nullable Probation probation;

    LoopHold(EngineSide side) {
        this.side = side;
    }

    /** On the loop's thread: one event of this connection's kept the loop for so long. */
    void spent(long nanos) {
        BUSY.setOpaque(this, busyNanos + nanos);
    }

    /** From any thread: how long its events have kept loops so far, in nanoseconds; tasks not counted. */
    long busyNanos() {
        return (long) BUSY.getOpaque(this);
    }

    /** In a turn: who is told of the callbacks when {@code driving} drives it; null: nobody. */
    @Nullable
    CallbackWatch watchOn(Transport driving) {
        Occupancy occupancy =
                driving instanceof LoopTransport onLoop ? onLoop.loop().occupancy() : null;
        return occupancy == null ? probation : occupancy;
    }

    /** In a turn: the probation that it has, or its first. */
    Probation probation(Supplier<Probation> first) {
        Probation known = probation;
        if (known == null) {
            known = first.get();
            probation = known;
        }
        return known;
    }

    /** In a turn: the loop is another thread's since the last callback began. */
    void outrun() {
        outrun = true;
    }

    boolean isOutrun() {
        return outrun;
    }

    /**
     * In a turn, after a callback and before the loop is touched: goes on if the thread still has its loop. Otherwise the turn is given back to the
     * loop, and the thread leaves.
     */
    void stayOrLeave() {
        if (outrun) {
            side.keepOutput();
            EventLoop loop = requireNonNull(side.passage().loop(), "no loop to lose");
            if (!loop.execute(() -> loop.takeBack(side))) {
                side.failed(new IOException("its event loop has died meanwhile"));
                side.closed();
            }
            throw new Relieved();
        }
    }

    /** On the fresh thread of the loop: the connection's turn stays with the old one, and nothing is waited for until it comes back. */
    void stray(Stray with) {
        stray = with;
        if (!side.isOver()) {
            transport().await(false, false);
        }
    }

    /** On the loop's thread: whether the connection is to be left alone, for its turn is elsewhere. */
    boolean isStray() {
        return stray != null;
    }

    /** On the loop's thread: the turn is the loop's again. */
    Stray comeBack() {
        Stray was = requireNonNull(stray, "it was here");
        stray = null;
        outrun = false;
        return was;
    }

    /** On the loop's thread: goes on where the callback has left off. A connection that is about to leave takes its tasks along. */
    void goOn() {
        if (!side.isOver()) {
            if (!side.passage().isShiftDue()) {
                side.turn();
            }
            transport().settle();
        }
    }

    private ReadyTransport transport() {
        return (ReadyTransport) requireNonNull(side.passage().transport());
    }
}
