package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.concurrent.LoopLost;
import dev.gearbox.core.loop.LoopWatchdog;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.jspecify.annotations.Nullable;

/**
 * How a connection keeps the event loop that drives it: for how long so far, and what happens when one of its callbacks keeps it for too long. Then the
 * {@link LoopWatchdog} has given the loop to a fresh thread, and the connection's turn is where the callback is:
 *
 * <pre>
 *   fresh thread:  stray ---- the loop's other connections ---- comes back, goes on
 *                                                                  ^
 *   old thread:    in the callback ... returns: outrun --> leaves --(a task)
 * </pre>
 *
 * <p>So between {@link #stalled} and {@link #comeBack} the turn is the old thread's, and everything of the loop's is the fresh one's. Only connections of
 * supervised loops come here, but for the time that they take.
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
     * A callback whose thread has lost its loop. Until that callback has returned the loop leaves the connection alone.
     *
     * @param since when the callback was seen to begin, as {@link System#nanoTime}
     * @param leftover to be run on the loop's thread once it has returned: gives up what was in the old thread's hands
     */
    public record StalledConnection(long since, Runnable leftover) {}

    private final ConnectionState state;
    /** Of its loop's thread; by its handle. */
    private long busyNanos;
    /** In a turn: its thread has lost the loop in a callback. */
    private boolean loopLost;
    /** On the loop's thread: not null while a thread that has lost the loop has the turn. */
    private @Nullable StalledConnection stalled;
    /** Once it had to be moved to a eviction target. */
    private @Nullable CallbackObserver probation;

    LoopStall(ConnectionState state) {
        this.state = state;
    }

    /** On the loop's thread: one event of this connection's kept the loop for so long. */
    public void spent(long nanos) {
        BUSY.setOpaque(this, busyNanos + nanos);
    }

    /** From any thread: how long its events have kept loops so far, in nanoseconds; tasks not counted. */
    public long busyNanos() {
        return (long) BUSY.getOpaque(this);
    }

    /** In a turn: who is told of the callbacks when {@code driving} drives it; null: nobody. */
    @Nullable
    CallbackObserver watchOn(Transport driving) {
        HomeLoop loop = driving.home();
        CallbackObserver onLoop = loop == null ? null : loop.watch();
        return onLoop == null ? probation : onLoop;
    }

    /** In a turn: the probation that it has; null before its first. */
    public @Nullable CallbackObserver probation() {
        return probation;
    }

    /** In a turn: observes the connection's callbacks from now on wherever no loop does. */
    public void probation(CallbackObserver first) {
        probation = first;
    }

    /** In a turn: the loop is another thread's since the last callback began. */
    public void loopLost() {
        loopLost = true;
    }

    public boolean isLoopLost() {
        return loopLost;
    }

    /**
     * In a turn, after a callback and before the loop is touched: goes on if the thread still has its loop. Otherwise the turn is given back to the
     * loop, and the thread leaves.
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

    /** On the fresh thread of the loop: the connection's turn stays with the old one, which waits for nothing until it comes back. */
    public void markStalled(StalledConnection with) {
        stalled = with;
    }

    /** On the loop's thread: whether the connection is to be left alone, for its turn is elsewhere. */
    boolean isStalled() {
        return stalled != null;
    }

    /** On the loop's thread: the turn is the loop's again. */
    public StalledConnection comeBack() {
        StalledConnection was = requireNonNull(stalled, "it was here");
        stalled = null;
        loopLost = false;
        return was;
    }
}
