package dev.gearbox.core.spi;

import static dev.gearbox.core.ShiftException.Reason.CONNECTION_CLOSED;
import static dev.gearbox.core.ShiftException.Reason.REFUSED;
import static dev.gearbox.core.ShiftException.Reason.UNDER_WAY;
import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.ShiftException;
import dev.gearbox.core.concurrent.EngineFuture;
import dev.gearbox.core.observe.ShiftObservers;
import dev.gearbox.core.recording.ShiftEvent;
import dev.gearbox.core.sockets.DetachedSocket;
import java.io.IOException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * A connection's move to another engine, or to another loop of its own, from the request to its outcome. It is requested by a letter in the mailbox, and due
 * once that was read between two callbacks; then the old engine hands over the socket and the new one adopts it.
 *
 * <pre>
 *   asked --(letter)--> due --(the old engine lets go)--> between --(opened there)--> moved
 *     |                                                      |
 *     '--> failed: closed, incapable, refused                '--(declined)--> back --(opened here)--> failed
 * </pre>
 *
 * <p>From the state "due" on, both engines list the connection as live, so an engine that closes waits until one of the two drives it, and no thread that it
 * needs on its way ends meanwhile; it is also assigned to the loop that it goes to. A connection has one shift at a time. Fields that are not final are
 * accessed in the connection's turn.
 */
public final class Shift implements Runnable {
    private final ConnectionState state;
    private final EngineBinding binding;
    private final Destination target;
    private final Purpose purpose;
    private final CompletableFuture<Void> done = new EngineFuture<>(this::isWaitedForInVain);

    /** The loop that it leaves, which does not end as long as the connection may have to come back. */
    private @Nullable HomeLoop home;

    private @Nullable EngineBase left;

    private long dueSince;
    private boolean between;
    private @Nullable Throwable declined;
    /** Null while no recording has it enabled. */
    private @Nullable ShiftEvent event;

    /** The purpose of a shift. */
    enum Purpose {
        /** Requested by the program. */
        MOVE,
        /** Requested by a composite engine, or to relieve a loop. */
        ARRANGE,
        /** To park an idle connection. */
        PARK,
        /** To return a parked connection that became active. */
        WAKE
    }

    private Shift(ConnectionState state, Destination target, Purpose purpose) {
        this.state = state;
        binding = state.binding();
        this.target = target;
        this.purpose = purpose;
    }

    /** Requests a shift. From any thread. */
    public static CompletionStage<Void> request(ConnectionState state, Destination target) {
        return new Shift(state, target, Purpose.MOVE).request();
    }

    /** Gives way to a shift requested by the program. From any thread. */
    static CompletionStage<Void> arrange(ConnectionState state, Engine part) {
        return new Shift(state, new Destination.OtherEngine(part), Purpose.ARRANGE).request();
    }

    /** Requests that the connection be parked there. From any thread. */
    static CompletionStage<Void> park(ConnectionState state, Engine quiet) {
        return new Shift(state, new Destination.OtherEngine(quiet), Purpose.PARK).request();
    }

    /** Due at once, if there is no other shift; but one that was about to park the connection again gives way. In a turn. */
    static void wake(ConnectionState state, Engine home) {
        Shift shift = new Shift(state, new Destination.OtherEngine(home), Purpose.WAKE);
        Shift nap = shift.binding.shift();
        if (nap != null && nap.purpose == Purpose.PARK && shift.binding.endShift(nap)) {
            nap.target.giveUp(state);
            nap.tellUnderWay();
        }
        if (shift.binding.beginShift(shift)) {
            shift.run();
        }
    }

    /** Due at once, or refused because there is another. In a turn, between two callbacks. */
    public static CompletionStage<Void> now(ConnectionState state, Engine target) {
        Shift shift = new Shift(state, new Destination.OtherEngine(target), Purpose.ARRANGE);
        if (shift.binding.beginShift(shift)) {
            shift.run();
        } else {
            shift.tellUnderWay();
        }
        return shift.done;
    }

    /** Returns whether the current thread is one that has to carry out the shift, or has to leave a callback first. */
    private boolean isWaitedForInVain() {
        return state.entered() || state.engine().isOnOwnThread() || target.isOnOwnThread();
    }

    private void tellUnderWay() {
        done.completeExceptionally(
                new ShiftException(UNDER_WAY, "another shift of " + state.connection() + " is under way", null));
    }

    private CompletionStage<Void> request() {
        while (!binding.beginShift(this)) {
            Shift other = binding.shift();
            if (other == null) {
                continue;
            }
            if (other.purpose == Purpose.MOVE || purpose != Purpose.MOVE) {
                target.giveUp(state);
                tellUnderWay();
            } else {
                // Shifts that an engine makes by itself are not visible to callers.
                CompletionStage<Void> _ = other.done.whenComplete((moved, failure) -> request());
            }
            return done;
        }
        state.execute(this);
        // It closed meanwhile, before this shift could be found and failed.
        if (state.isOver() && binding.endShift(this)) {
            abandon();
        }
        return done;
    }

    /** The letter: in a turn of the old engine. */
    @Override
    public void run() {
        if (binding.shift() != this) {
            return; // Parking that gave way meanwhile, and was answered.
        }
        EngineBase from = state.engine();
        left = from;
        event = ShiftEvent.started(from, target, purpose.name());
        if (state.life().isEnding() && !target.takesEnding()) {
            fail(CONNECTION_CLOSED, "the connection is about to close", null);
        } else if ((purpose == Purpose.PARK || purpose == Purpose.ARRANGE) && !target.admits(from)) {
            // It left the engine after the engine had chosen the loop for it.
            fail(REFUSED, "it is with another engine by now", null);
        } else if (purpose == Purpose.PARK && !binding.isQuiet()) {
            fail(REFUSED, "bytes wait to be taken or sent", null);
        } else if (target.has(state)) {
            target.giveUp(state);
            binding.endShift(this);
            done.complete(null);
        } else {
            Destination.Rejection refusal = target.reserve(state);
            if (refusal != null) {
                fail(refusal.reason(), refusal.why(), refusal.cause());
            } else {
                home = binding.loop();
                if (home != null) {
                    home.assign();
                }
                dueSince = System.nanoTime();
                binding.shiftIsDue();
            }
        }
    }

    private void fail(ShiftException.Reason reason, String why, @Nullable Throwable cause) {
        target.giveUp(state);
        record(reason.name(), why);
        EngineBase stays = state.engine();
        if (purpose == Purpose.MOVE) {
            stays.counters().shiftsFailed.increment();
        }
        binding.endShift(this);
        done.completeExceptionally(new ShiftException(
                reason,
                state.connection() + " stays with " + stays.shown() + ", not shifted to " + target + ": " + why,
                cause));
    }

    /** The old engine has handed over the socket: no engine drives the connection until it is opened again. */
    void handOver(DetachedSocket socket) {
        between = true;
        try {
            target.adopt(new Handoff(socket, state));
        } catch (IOException | RuntimeException | OutOfMemoryError failure) {
            binding.declined(socket, failure);
        }
    }

    /** Returns whether the connection will be parked where it goes. */
    boolean parks() {
        return purpose == Purpose.PARK;
    }

    /** Returns whether the connection is in transit, in one direction or the other. */
    boolean isBetween() {
        return between;
    }

    /** Returns whether it is on its way back. */
    boolean isReturning() {
        return declined != null;
    }

    /** The other engine declined it. */
    void turnBack(Throwable reason) {
        declined = reason;
        target.giveUp(state);
    }

    /** One of the two engines, the one that {@link Connection#engine} returns, drives the connection again. */
    void answer() {
        leaveHome();
        Throwable reason = declined;
        if (reason == null) {
            moved(System.nanoTime() - dueSince);
        } else {
            fail(REFUSED, reason.getMessage() == null ? reason.toString() : reason.getMessage(), reason);
        }
    }

    private void moved(long pause) {
        EngineBase to = state.engine();
        EngineBase from = requireNonNull(left);
        if (from.equals(to)) {
            to.counters().moves.increment();
        } else {
            from.counters().shiftsOut.increment();
            to.counters().shiftsIn.increment();
            to.counters().shiftNanos.add(pause);
            ShiftObservers.tell(state.connection(), from, to, pause);
        }
        record("MOVED", null);
        binding.endShift(this);
        done.complete(null);
    }

    /** The connection was closed before there was an outcome. */
    void abandon() {
        leaveHome();
        target.giveUp(state);
        record(CONNECTION_CLOSED.name(), "it was closed during the shift");
        done.completeExceptionally(new ShiftException(
                CONNECTION_CLOSED, state.connection() + " was not shifted to " + target + ": it is closed", declined));
    }

    private void leaveHome() {
        if (home != null) {
            home.unassign();
            home = null;
        }
    }

    private void record(String outcome, @Nullable String why) {
        if (event != null) {
            event.answered(state.connection(), outcome, why);
        }
    }

    /** Completes when there is an outcome, of any kind. */
    CompletionStage<Void> answered() {
        return done;
    }
}
