package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.concurrent.LoopLost;
import dev.gearbox.core.loop.LoopWatchdog;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * The time that a connection has occupied the event loop that drives it, and what happens when one of its callbacks blocks the loop for too long. Then the
 * {@link LoopWatchdog} has given the loop to a new thread, and the connection's turn is with the callback's thread:
 *
 * <pre>
 *   fresh thread:  stray ---- the loop's other connections ---- comes back, goes on
 *                                                                  ^
 *   old thread:    in the callback ... returns: outrun --> leaves --(a task)
 * </pre>
 *
 * <p>So between {@link #stalled} and {@link #comeBack} the turn belongs to the old thread, and the rest of the loop to the new one. Except for the times, this
 * is used only for connections of supervised loops.
 */
public final class LoopStall {
    private static final VarHandle BUSY;

    static {
        try {
            BUSY = MethodHandles.lookup().findVarHandle(LoopStall.class, "busyNanos", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    /**
     * A callback whose thread has lost its loop. Until that callback has returned, the loop does not touch the connection.
     *
     * @param since when the callback was seen to begin, as {@link System#nanoTime}
     * @param leftover run on the loop's thread once the callback has returned: releases what the old thread was using
     */
    public record StalledConnection(long since, Runnable leftover) {}

    private final ConnectionState state;
    /** Written on its loop's thread only, through its handle. */
    private long busyNanos;
    /** In a turn: its thread has lost the loop in a callback. */
    private boolean loopLost;
    /** On the loop's thread: not null while a thread that has lost the loop has the turn. */
    private @Nullable StalledConnection stalled;
    /** Set once it had to be moved to an eviction target. */
    private @Nullable CallbackObserver probation;

    LoopStall(ConnectionState state) {
        this.state = state;
    }

    /** Adds the time that one event of this connection occupied the loop. On the loop's thread. */
    public void spent(long nanos) {
        BUSY.setOpaque(this, busyNanos + nanos);
    }

    /** Returns how long its events have occupied loops so far, in nanoseconds, without tasks. From any thread. */
    public long busyNanos() {
        return (long) BUSY.getOpaque(this);
    }

    /** Sets the observer of the callbacks while {@code driving} drives it; null for none. In a turn. */
    @Nullable
    CallbackObserver watchOn(Transport driving) {
        HomeLoop loop = driving.home();
        CallbackObserver onLoop = loop == null ? null : loop.watch();
        return onLoop == null ? probation : onLoop;
    }

    /** Returns its probation; null before its first. In a turn. */
    public @Nullable CallbackObserver probation() {
        return probation;
    }

    /** Observes the connection's callbacks from now on wherever no loop does. In a turn. */
    public void probation(CallbackObserver first) {
        probation = first;
    }

    /** Records that another thread has taken over the loop since the last callback began. In a turn. */
    public void loopLost() {
        loopLost = true;
    }

    public boolean isLoopLost() {
        return loopLost;
    }

    /**
     * Called in a turn, after a callback and before the loop is touched: returns if the thread still has its loop. Otherwise the turn is given back to the
     * loop, and the thread is unwound.
     */
    public void stayOrLeave() {
        if (loopLost) {
            state.keepOutput();
            HomeLoop loop = requireNonNull(state.binding().loop(), "no loop to lose");
            if (!loop.execute(() -> loop.takeBack(state))) {
                state.failed(new IOException("its event loop has died meanwhile"));
                state.closed();
            }
            throw new LoopLost();
        }
    }

    /** Called on the loop's new thread: the connection's turn stays with the old one until it comes back. */
    public void markStalled(StalledConnection with) {
        stalled = with;
    }

    /** Returns whether the connection must not be touched because another thread has its turn. On the loop's thread. */
    boolean isStalled() {
        return stalled != null;
    }

    /** The turn belongs to the loop again. On the loop's thread. */
    public StalledConnection comeBack() {
        StalledConnection was = requireNonNull(stalled, "it was here");
        stalled = null;
        loopLost = false;
        return was;
    }
}
