package dev.gearbox.protocols;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Transport;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * One connection of {@link Offload}. To the engine it is a session; to the session on the workers it is the transport below its {@link
 * ConnectionState}. The engine's thread and the worker share the inbox, under its lock, and a few flags.
 */
final class OffloadedSession implements Session, Transport, Runnable {
    /** The number of bytes that may wait for a worker; above it the connection is paused. */
    static final int INBOX = 64 << 10;

    private static final int OUTBOX = 64 << 10;

    /** The number of bytes that may be on their way from worker to engine; beyond it they stay with the session and count towards its high-water mark. */
    private final int outbox;

    private final Connection connection;
    private final Workers workers;
    private final ConnectionState state;

    /** The number of turns requested; not 0 while a worker has this connection's turn or is about to take it. */
    private final AtomicInteger turns = new AtomicInteger();

    /** When the turn that waits for a worker was handed over, and the event of its wait; null if no recording has it enabled. */
    private long queuedAt;

    private @Nullable OffloadWaitEvent queued;

    private final ArrayDeque<PooledBuffer> inbox = new ArrayDeque<>(2);
    private int inboxBytes;
    private boolean full;
    private boolean inputEnded;
    private boolean disconnected;
    private boolean rejected;
    private @Nullable Throwable cause;

    private final AtomicInteger inFlight = new AtomicInteger();
    /** The bytes queued in the connection below when it was last checked; there may be fewer by now, not more. */
    private volatile long below;

    private volatile boolean above;
    /** The worker found the outbox full and waits until the engine's thread wakes it. */
    private volatile boolean stalled;
    /** The connection below is being closed from outside its callbacks. */
    private volatile boolean closing;
    /** The engine or the listener ends. */
    private volatile boolean stopping;

    private boolean opened;
    private boolean endTold;
    private boolean closeAsked;
    private boolean over;

    OffloadedSession(Connection connection, Protocol protocol, Workers workers) {
        this.connection = connection;
        this.workers = workers;
        outbox = Math.min(OUTBOX, connection.options().highWater());
        state = new ConnectionState(
                protocol, connection.options(), connection.localAddress(), connection.remoteAddress(), null, null);
        wake();
    }

    // ---- On the engine's thread, as a session

    @Override
    public void received(ByteBuffer in) {
        synchronized (inbox) {
            while (in.hasRemaining() && inboxBytes < INBOX) {
                PooledBuffer last = inbox.peekLast();
                if (last == null || !last.memory().hasRemaining()) {
                    last = workers.pool().take(Math.min(in.remaining(), INBOX - inboxBytes));
                    inbox.addLast(last);
                }
                ByteBuffer memory = last.memory();
                int step = Math.min(Math.min(in.remaining(), memory.remaining()), INBOX - inboxBytes);
                memory.put(memory.position(), in, in.position(), step).position(memory.position() + step);
                in.position(in.position() + step);
                inboxBytes += step;
            }
            if (in.hasRemaining()) {
                full = true;
                connection.pause();
            }
        }
        wake();
    }

    @Override
    public void writable() {
        above = false;
        unstall();
    }

    @Override
    public boolean ended() {
        synchronized (inbox) {
            inputEnded = true;
        }
        wake();
        return true;
    }

    @Override
    public boolean closing() {
        closing = true;
        wake();
        return false;
    }

    @Override
    public boolean stopping() {
        stopping = true;
        wake();
        return false;
    }

    @Override
    public void closed(@Nullable Throwable reason) {
        boolean inline;
        synchronized (inbox) {
            disconnected = true;
            cause = reason;
            inline = rejected;
        }
        if (inline) {
            finish();
        } else {
            wake();
        }
    }

    private void send(List<ByteBuffer> pieces) {
        for (ByteBuffer piece : pieces) {
            int size = piece.remaining();
            above = !connection.write(piece);
            below = connection.queued();
            inFlight.addAndGet(-size);
        }
        unstall();
    }

    private void unstall() {
        if (stalled && !outboxFull()) {
            stalled = false;
            wake();
        }
    }

    private boolean outboxFull() {
        return above || inFlight.get() >= outbox;
    }

    // ---- On a worker, in the turn

    @Override
    public void run() {
        workers.began(System.nanoTime() - queuedAt);
        if (queued != null) {
            queued.over(workers, connection);
            queued = null;
        }
        int seen = turns.get();
        turn();
        if (!turns.compareAndSet(seen, 0)) {
            submit();
        }
    }

    private void turn() {
        if (over) {
            return;
        }
        if (!opened) {
            opened = true;
            if (!state.open(this)) {
                over = true;
                connection.close();
                return;
            }
        }
        state.turn();
        if (stopping) {
            stopping = false;
            state.stopping();
        }
        if (closing) {
            closing = false;
            state.closing();
        }
        pump();
        for (PooledBuffer next; state.reading() && (next = take()) != null; ) {
            state.received(next);
            pump();
            if (next.shared()) {
                state.keepOutput();
            }
            next.release();
        }
        boolean end;
        boolean last;
        synchronized (inbox) {
            end = inputEnded && inbox.isEmpty() && !endTold;
            last = disconnected;
        }
        if (end && state.reading()) {
            endTold = true;
            state.inputEnded();
            pump();
        }
        if (last) {
            finish();
        }
    }

    private @Nullable PooledBuffer take() {
        synchronized (inbox) {
            PooledBuffer next = inbox.pollFirst();
            if (next != null) {
                inboxBytes -= next.memory().position();
                if (full && inboxBytes <= INBOX / 2) {
                    full = false;
                    connection.execute(connection::resume);
                }
            }
            return next;
        }
    }

    /** Does what is due for the session's side, as an engine would. */
    private void pump() {
        List<ByteBuffer> pieces = new ArrayList<>(1);
        boolean more = true;
        while (more) {
            switch (state.next()) {
                case SEND -> {
                    stalled = outboxFull();
                    // Checked once more: the engine's thread might have looked before the flag was set.
                    more = !stalled || !outboxFull();
                    if (more) {
                        pieces.add(copyOutput());
                    }
                }
                case END_OUTPUT -> {
                    post(pieces);
                    pieces = new ArrayList<>(1);
                    connection.execute(connection::end);
                    state.outputEnded();
                }
                case CLOSE -> {
                    post(pieces);
                    pieces = List.of();
                    if (!closeAsked) {
                        closeAsked = true;
                        state.passCloseCauseOn();
                        connection.execute(connection::close);
                    }
                    more = false;
                }
                case ABORT -> {
                    connection.abort();
                    pieces = List.of();
                    more = false;
                }
                case SHIFT -> throw new IllegalStateException("shifts are handled by the engine below");
                case REST -> more = false;
            }
        }
        post(pieces);
    }

    private ByteBuffer copyOutput() {
        ByteBuffer output = state.output();
        int size = output.remaining();
        ByteBuffer piece = ByteBuffer.allocate(size).put(output).flip();
        inFlight.addAndGet(size);
        state.sent(size);
        return piece;
    }

    private void post(List<ByteBuffer> pieces) {
        if (!pieces.isEmpty()) {
            connection.execute(() -> send(pieces));
        }
    }

    private void finish() {
        if (over) {
            return;
        }
        over = true;
        Throwable reason;
        synchronized (inbox) {
            reason = cause;
            for (PooledBuffer left; (left = inbox.pollFirst()) != null; ) {
                left.release();
            }
        }
        if (opened) {
            if (reason != null) {
                state.failed(reason);
            }
            state.closed();
        }
    }

    // ---- From any thread, as a transport

    @Override
    public EngineBase engine() {
        return workers;
    }

    @Override
    public Optional<Connection> underneath() {
        return Optional.of(connection);
    }

    @Override
    public void wake() {
        if (turns.getAndIncrement() == 0) {
            submit();
        }
    }

    private void submit() {
        queuedAt = System.nanoTime();
        queued = OffloadWaitEvent.started();
        try {
            workers.run(this);
        } catch (RejectedExecutionException gone) {
            // The turn is never released, so that the session's closing callbacks need no worker.
            boolean late;
            synchronized (inbox) {
                rejected = true;
                late = disconnected;
            }
            if (late) {
                finish();
            } else {
                connection.execute(() -> {
                    throw gone;
                });
            }
        }
    }

    /** An upper bound: the value when it was last checked, since only the engine's thread can check. */
    @Override
    public long queuedBelow() {
        if (below > 0) {
            connection.execute(() -> below = connection.queued());
        }
        return below + inFlight.get();
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return connection.schedule(Duration.ofNanos(nanos), task);
    }
}
