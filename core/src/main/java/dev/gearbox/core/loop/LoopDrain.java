package dev.gearbox.core.loop;

import dev.gearbox.core.ShiftException;
import dev.gearbox.core.concurrent.BoundedForEach;
import dev.gearbox.core.spi.ConnectionState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * Drains one loop. Nothing new is assigned to it, and its connections are moved: open ones at once, those still to be opened or connected as soon as they are
 * open, those in another shift when that has completed, unless they have left by then. The drain itself holds one assignment, which keeps the loop alive until
 * its listening sockets have moved.
 *
 * <p>When no other loop has room for a connection, the drain fails and the loop keeps the rest.
 */
final class LoopDrain {
    private final EventLoop loop;
    private final Function<ConnectionState, CompletionStage<Void>> away;
    private final Runnable whenEmpty;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /**
     * @param away moves a connection to another loop
     * @param whenEmpty called whenever the loop has no connection, possibly more than once, on any thread
     */
    LoopDrain(EventLoop loop, Function<ConnectionState, CompletionStage<Void>> away, Runnable whenEmpty) {
        this.loop = loop;
        this.away = away;
        this.whenEmpty = whenEmpty;
    }

    /** Starts the drain. Nothing is assigned to the loop any more, except by threads that had chosen it before. */
    void begin(CompletionStage<Void> listenersLeft, Iterable<ConnectionState> connections) {
        listenersLeft.whenComplete((left, failure) -> loop.unassign());
        BoundedForEach.each(connections, this::evacuate);
    }

    /** Returns the outcome of the drain. */
    CompletableFuture<Void> done() {
        return done;
    }

    void emptied() {
        whenEmpty.run();
    }

    /** Moves a connection that the loop drives; the future completes when it has moved, has closed, or will not move. From any thread. */
    CompletionStage<Void> evacuate(ConnectionState state) {
        if (state.isOver() || !state.binding().isOn(loop) || done.isDone()) {
            return CompletableFuture.completedStage(null);
        }
        return away.apply(state)
                .handle((moved, failure) -> failure)
                .thenCompose(failure ->
                        failure == null || state.isOver() || !state.binding().isOn(loop)
                                ? CompletableFuture.completedStage(null)
                                : stayed(state, failure));
    }

    private CompletionStage<Void> stayed(ConnectionState state, Throwable failure) {
        Throwable reason = failure instanceof CompletionException wrapped ? wrapped.getCause() : failure;
        if (reason instanceof ShiftException shift && shift.reason() == ShiftException.Reason.UNDER_WAY) {
            return state.binding()
                    .shiftAnswered()
                    .handle((moved, other) -> null)
                    .thenCompose(answered -> evacuate(state));
        }
        done.completeExceptionally(reason);
        return CompletableFuture.completedStage(null);
    }
}
