package dev.gearbox.core.spi;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.recording.QueueWaitEvent;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * How a connection begins and ends.
 *
 * <pre>
 *   new --(its session opens)--> open --(it fails, or the session closes it)--> ending --(its socket is closed)--> over
 *    '--(refused)                   '--(both sides have ended)---------------------------------------------------^
 * </pre>
 *
 * <p>The caller that waits for the connection is notified of the first step; the session of the last, with the first cause that occurred. A failure closes at
 * once; when the session closes, the bytes that it wrote have some time to be sent. Accessed in the connection's turn, unless a method may be called from any
 * thread.
 */
public final class Lifecycle {
    private final ConnectionState state;
    private final Callbacks callbacks;
    private final Protocol protocol;
    private final long born = System.nanoTime();
    /** Until the session is open; null if no caller waits for it. */
    private @Nullable CompletableFuture<Connection> opened;
    /** Until the session is open; null if no recording has it enabled. */
    private @Nullable QueueWaitEvent queued = QueueWaitEvent.started();

    private record CutOff(EngineBase with, Throwable reason) {}

    /** Requested, and not handled yet. */
    private volatile @Nullable CutOff cutOff;
    /** Requested, and not handled yet. */
    private volatile boolean abortAsked;

    private @Nullable Throwable cause;
    /** A callback threw the cause. */
    private boolean thrown;

    private boolean failed;
    private boolean aborted;
    private boolean askedToClose;
    private boolean askedToStop;
    /** It has failed, and what was written before is still to be sent. */
    private boolean flushing;

    private long flushUntil;
    private boolean closing;
    private boolean lingered;
    private volatile boolean over;

    Lifecycle(
            ConnectionState state,
            Callbacks callbacks,
            Protocol protocol,
            @Nullable CompletableFuture<Connection> opened) {
        this.state = state;
        this.callbacks = callbacks;
        this.protocol = protocol;
        this.opened = opened;
    }

    /** Returns the time since it was accepted, or since connecting began. From any thread. */
    Duration age() {
        return Duration.ofNanos(System.nanoTime() - born);
    }

    /** Its first engine drives it: opens its session. */
    void open(EngineBase engine) {
        engine.counters().queueNanos.add(System.nanoTime() - born);
        if (queued != null) {
            queued.over(engine, state.connection(), state.listener() != null);
            queued = null;
        }
        CompletableFuture<Connection> waiting = opened;
        opened = null;
        callbacks.open(waiting != null && waiting.isCancelled() ? Lifecycle::refused : protocol);
        if (waiting != null && callbacks.isOpen()) {
            callbacks.tell(() -> answer(waiting));
        } else if (waiting != null) {
            Throwable reason = requireNonNull(cause);
            callbacks.tell(() -> waiting.completeExceptionally(reason));
        }
    }

    private void answer(CompletableFuture<Connection> waiting) {
        if (!waiting.complete(state.connection()) && waiting.isCancelled()) {
            state.connection().close(); // at this very moment
        }
    }

    /** The session of a connection that its caller does not want any more. */
    private static Session refused(Connection connection) {
        connection.close();
        return in -> in.position(in.limit());
    }

    /** As {@link ConnectionState#refuse}. */
    void refuse(Throwable reason) {
        CompletableFuture<Connection> waiting = opened;
        opened = null;
        if (waiting != null) {
            waiting.completeExceptionally(reason);
        }
    }

    /** As {@link Connection#close}. From any thread. */
    void close() {
        if (callbacks.entered()) {
            startClosing();
        } else {
            state.execute(this::startClosingFromOutside);
        }
    }

    /** In a callback. A session that says goodbye itself, as TLS does, has the linger time for it. */
    void startClosingFromOutside() {
        if (closing || over || askedToClose) {
            return;
        }
        askedToClose = true;
        Duration linger = state.options().linger();
        if (linger.isZero() || callbacks.closing()) {
            startClosing();
        } else {
            state.timers().schedule(linger, this::startClosing);
        }
    }

    /** In a callback. */
    void startStopping() {
        if (closing || over || askedToClose || askedToStop) {
            return;
        }
        askedToStop = true;
        if (callbacks.stopping()) {
            startClosingFromOutside();
        }
    }

    private void startClosing() {
        if (closing || over) {
            return;
        }
        closing = true;
        Duration linger = state.options().linger();
        if (linger.isZero()) {
            lingered = true;
        } else if (state.outbound().size() > 0) {
            state.timers().schedule(linger, () -> lingered = true);
        }
    }

    /** As {@link Connection#abort}; no task, since tasks may wait for bytes to be sent. From any thread. */
    void abort() {
        boolean entered = callbacks.entered();
        if (entered) {
            reset();
        }
        Optional<Connection> below = requireNonNull(state.binding().transport()).underneath();
        if (below.isPresent()) {
            below.get().abort();
        } else if (!entered) {
            abortAsked = true;
            state.wake();
        }
    }

    private void reset() {
        flushing = false;
        failed = true;
        aborted = true;
    }

    /** Closes it without linger, if it is still with that engine. From any thread. */
    void cutOff(EngineBase with, Throwable reason) {
        cutOff = new CutOff(with, reason);
        state.wake();
    }

    /** Closes it with this cause although its peer may read nothing, so that a decorator's task that closes it could wait for long. From any thread. */
    void overflowed(Throwable reason) {
        cutOff(state.engine(), reason);
        requireNonNull(state.binding().transport()).underneath().ifPresent(below -> {
            CloseCause.state(below, CloseCause.of(reason, false));
            below.abort();
        });
    }

    /** Returns whether an end was requested that waits for no task. From any thread. */
    boolean hasRequest() {
        return abortAsked || cutOff != null;
    }

    /** In a turn, before anything else. */
    void heedRequests() {
        if (abortAsked) {
            abortAsked = false;
            reset();
        }
        CutOff wanted = cutOff;
        if (wanted != null) {
            cutOff = null;
            if (wanted.with().equals(state.engine())) {
                fail(wanted.reason());
            }
        }
    }

    /** Closes it with this cause, unless there was one before. */
    void fail(Throwable reason) {
        fail(reason, false);
    }

    private void fail(Throwable reason, boolean inCallback) {
        flushing = false;
        if (!failed && !over) {
            failed = true;
            if (!closing) {
                cause = reason;
                thrown = inCallback;
            }
        }
    }

    /**
     * Handles an exception in a callback: the session gets no callback but the last one, and what it wrote before is sent first, within the same time as for
     * {@link Connection#close}.
     */
    void failBehindOutput(Throwable reason) {
        Duration linger = state.options().linger();
        boolean flush = !failed && !over && state.outbound().size() > 0 && !linger.isZero();
        fail(reason, true);
        if (flush) {
            flushing = true;
            flushUntil = System.nanoTime() + linger.toNanos();
            // Only for the turn that it requests: the task itself is not run any more.
            state.timers().schedule(linger, () -> {});
        }
    }

    private boolean flushes() {
        return flushing && state.outbound().size() > 0 && System.nanoTime() - flushUntil < 0;
    }

    boolean isFailed() {
        return failed;
    }

    /** Returns whether the close of its socket is to be a reset. */
    boolean isAborted() {
        return aborted;
    }

    /** Returns whether the session has closed it. */
    boolean isClosing() {
        return closing;
    }

    /** Returns whether it will close in any case. */
    public boolean isEnding() {
        return failed || closing || over;
    }

    /** Returns whether further input is ignored. */
    boolean ignoresInput() {
        return !callbacks.isOpen() || failed || closing;
    }

    /** Returns whether its socket is to be closed now. */
    boolean isCloseDue() {
        return (failed && !flushes()) || (closing && (state.outbound().size() == 0 || lingered));
    }

    /** Its socket is closed; returns false if it was before. */
    boolean end() {
        boolean first = !over;
        over = true;
        return first;
    }

    /** From any thread. */
    boolean isOver() {
        return over;
    }

    /** Returns what it has failed with; null if it has not, or was closed before. */
    @Nullable
    Throwable cause() {
        return cause;
    }

    /** Returns why it is closed, before its unsent bytes are dropped. */
    CloseCause closeCause() {
        return CloseCause.statedOr(observedCause(), state.connection());
    }

    private CloseCause observedCause() {
        Throwable failure = cause;
        if (failure != null) {
            return CloseCause.of(failure, thrown);
        }
        if (askedToStop) {
            return CloseCause.ENGINE_CLOSED;
        }
        if (state.inbound().isEndFirst()) {
            return CloseCause.PEER;
        }
        boolean dropped = closing && !aborted && !failed && state.dropsOutput();
        return dropped ? CloseCause.LINGER_TIMEOUT : CloseCause.OURS;
    }

    @Override
    public String toString() {
        CutOff asked = cutOff;
        Throwable why = asked == null ? cause : asked.reason;
        return (over ? "over" : closing ? "closing" : askedToClose ? "asked to close" : opened != null ? "new" : "open")
                + (aborted ? ", aborted" : failed ? ", failed" : "")
                + (flushing ? ", flushing" : "")
                + (why == null ? "" : " (" + why + ")");
    }
}
