package dev.gearbox.core;

import static dev.gearbox.core.ShiftException.Reason.CONNECTION_CLOSED;
import static dev.gearbox.core.ShiftException.Reason.INCAPABLE;
import static dev.gearbox.core.ShiftException.Reason.REFUSED;
import static dev.gearbox.core.ShiftException.Reason.UNDER_WAY;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A connection's move to another engine, from the request to its answer. It is asked for by a letter in the mailbox, and due once that was read
 * between two callbacks; then the old engine lets go of the socket and the new one adopts it.
 *
 * <pre>
 *   asked --(letter)--> due --(the old engine lets go)--> between --(opened there)--> moved
 *     |                                                      |
 *     '--> failed: closed, incapable, refused                '--(declined)--> back --(opened here)--> failed
 * </pre>
 *
 * <p>From due on the connection is live in both engines: so whichever of them closes waits until it is with one of the two, and no thread that it
 * needs on its way ends meanwhile. One at a time: the connection has one place for it. What is not final here belongs to the connection's turn.
 */
final class Shift implements Runnable {
    private final EngineSide side;
    private final Engine asked;
    private final Engine target;
    private final Purpose purpose;
    private final CompletableFuture<Void> done = new CompletableFuture<>();
    /** Where the connection has a place reserved. */
    private @Nullable EngineBase reserved;

    private @Nullable EngineBase left;

    private long dueSince;
    private boolean between;
    private @Nullable Throwable declined;

    /** What it is for. */
    enum Purpose {
        /** Somebody wants it elsewhere. */
        MOVE,
        /** Whoever arranges what an engine is made of, or relieves its loops, wants it elsewhere. */
        ARRANGE,
        /** It is to sleep there. */
        PARK,
        /** It slept, and has something to do. */
        WAKE
    }

    private Shift(EngineSide side, Engine asked, Purpose purpose) {
        this.side = side;
        this.asked = asked;
        target = asked instanceof CompositeEngine whole ? whole.entrance() : asked;
        this.purpose = purpose;
    }

    /** From any thread. */
    static CompletionStage<Void> request(EngineSide side, Engine target) {
        return new Shift(side, requireNonNull(target, "no engine to shift to"), Purpose.MOVE).request();
    }

    /** From any thread: gives way to one that somebody asks for. */
    static CompletionStage<Void> arrange(EngineSide side, Engine part) {
        return new Shift(side, part, Purpose.ARRANGE).request();
    }

    /** From any thread: the connection is to sleep there. */
    static CompletionStage<Void> park(EngineSide side, Engine quiet) {
        return new Shift(side, quiet, Purpose.PARK).request();
    }

    /** In a turn: due at once, if there is no other. */
    static void wake(EngineSide side, Engine home) {
        Shift shift = new Shift(side, home, Purpose.WAKE);
        if (side.beginShift(shift)) {
            shift.run();
        }
    }

    /** In a turn, between two callbacks: due at once, or refused because there is another. */
    static CompletionStage<Void> now(EngineSide side, Engine target) {
        Shift shift = new Shift(side, target, Purpose.ARRANGE);
        if (side.beginShift(shift)) {
            shift.run();
        } else {
            shift.tellUnderWay();
        }
        return shift.done;
    }

    private void tellUnderWay() {
        done.completeExceptionally(
                new ShiftException(UNDER_WAY, "another shift of " + side.connection() + " is under way", null));
    }

    private CompletionStage<Void> request() {
        while (!side.beginShift(this)) {
            Shift other = side.shift();
            if (other == null) {
                continue;
            }
            if (other.purpose == Purpose.MOVE || purpose != Purpose.MOVE) {
                tellUnderWay();
            } else {
                // What an engine does by itself is nothing that whoever asks from outside should have to know of.
                CompletionStage<Void> _ = other.done.whenComplete((moved, failure) -> request());
            }
            return done;
        }
        side.execute(this);
        // It closed meanwhile, and looked for a shift to be told before this one was there.
        if (side.isOver()) {
            side.endShift(this);
            tellClosed();
        }
        return done;
    }

    /** The letter: in a turn of the old engine. */
    @Override
    public void run() {
        EngineBase from = side.engine();
        left = from;
        if (side.isEnding()) {
            fail(CONNECTION_CLOSED, "the connection is about to close", null);
        } else if (purpose == Purpose.PARK && !side.isQuiet()) {
            fail(REFUSED, "bytes wait to be taken or sent", null);
        } else if (from.equals(target) || from.shown().equals(asked)) {
            side.endShift(this);
            done.complete(null);
        } else if (!(target instanceof EngineBase to)) {
            fail(INCAPABLE, "it is no engine that adopts", null);
        } else {
            Optional<String> stays = from.shiftOutAbsence().map(why -> from + " cannot let go of it: " + why);
            Optional<String> stranger = to.shiftInAbsence().map(why -> to + " cannot adopt it: " + why);
            if (stays.or(() -> stranger).isPresent()) {
                fail(INCAPABLE, stays.or(() -> stranger).get(), null);
            } else if (!to.enter(side)) {
                fail(REFUSED, to + " is closed", new EngineClosedException(to + " is closed"));
            } else {
                reserved = to;
                dueSince = System.nanoTime();
                side.shiftIsDue();
            }
        }
    }

    private void fail(ShiftException.Reason reason, String why, @Nullable Throwable cause) {
        EngineBase stays = side.engine();
        if (purpose == Purpose.MOVE) {
            stays.counters().shiftsFailed.increment();
        }
        side.endShift(this);
        done.completeExceptionally(new ShiftException(
                reason,
                side.connection() + " stays with " + stays.shown() + ", not shifted to " + asked + ": " + why,
                cause));
    }

    /** The old engine has let go: nobody drives the connection until it is opened again. */
    void handOver(DetachedSocket socket) {
        between = true;
        try {
            target.adopt(new Handoff(socket, side));
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            side.declined(socket, failure);
        }
    }

    /** Whether the connection is to sleep where it goes. */
    boolean parks() {
        return purpose == Purpose.PARK;
    }

    /** Whether the connection is on its way, in one direction or the other. */
    boolean isBetween() {
        return between;
    }

    /** Whether it is on its way back. */
    boolean isReturning() {
        return declined != null;
    }

    /** The other engine did not take it. */
    void turnBack(Throwable reason) {
        declined = reason;
        leaveReserved();
    }

    /** One of the two drives the connection again, and {@link Connection#engine} says which. */
    void answer() {
        Throwable reason = declined;
        if (reason == null) {
            moved(System.nanoTime() - dueSince);
        } else {
            fail(REFUSED, reason.getMessage() == null ? reason.toString() : reason.getMessage(), reason);
        }
    }

    private void moved(long pause) {
        EngineBase to = side.engine();
        EngineBase from = requireNonNull(left);
        from.counters().shiftsOut.increment();
        to.counters().shiftsIn.increment();
        to.counters().shiftNanos.add(pause);
        ShiftObservers.tell(side.connection(), from, to, pause);
        side.endShift(this);
        done.complete(null);
    }

    /** The connection has closed before there was an answer. */
    void abandon() {
        leaveReserved();
        tellClosed();
    }

    private void tellClosed() {
        done.completeExceptionally(new ShiftException(
                CONNECTION_CLOSED, side.connection() + " was not shifted to " + asked + ": it is closed", declined));
    }

    private void leaveReserved() {
        if (reserved != null) {
            reserved.leave(side);
            reserved = null;
        }
    }
}
