package dev.gearbox.core.loop;

import dev.gearbox.core.ShiftException;
import dev.gearbox.core.concurrent.BoundedForEach;
import dev.gearbox.core.spi.ConnectionState;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

/**
 * One loop is emptied. Nothing new is assigned to it; what it has goes away: connections that are open at once, those that it has yet to open or to
 * connect as soon as they are, those that another shift moves when that has its answer, unless it is elsewhere then. A place that is
 * assigned to the drain itself keeps the loop until its listening sockets are somewhere else.
 *
 * <p>When one finds no room anywhere the drain fails and the loop stays with the rest.
 */
final class LoopDrain {
    private final EventLoop loop;
    private final Function<ConnectionState, CompletionStage<Void>> away;
    private final Runnable whenEmpty;
    private final CompletableFuture<Void> done = new CompletableFuture<>();

    /**
     * @param away moves a connection to another loop
     * @param whenEmpty called whenever the loop has no connection; perhaps more than once, on any thread
     */
    LoopDrain(EventLoop loop, Function<ConnectionState, CompletionStage<Void>> away, Runnable whenEmpty) {
        this.loop = loop;
        this.away = away;
        this.whenEmpty = whenEmpty;
    }

    /** Begins. The loop is assigned nothing any more, except by whoever had chosen it before. */
    void begin(CompletionStage<Void> listenersLeft, Iterable<ConnectionState> connections) {
        listenersLeft.whenComplete((left, failure) -> loop.unassign());
        BoundedForEach.each(connections, this::evacuate);
    }

    /** What the drain comes to. */
    CompletableFuture<Void> done() {
        return done;
    }

    void emptied() {
        whenEmpty.run();
    }

    /** From any thread: a connection that the loop drives is to go; completes when it went, closed, or will not. */
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
