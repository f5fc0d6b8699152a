package dev.gearbox.core;

import dev.gearbox.core.buffers.SharedBuffer;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletionStage;

/**
 * A session's view of its connection; the same on every engine.
 *
 * <p>{@link #write}, {@link #end}, {@link #pause}, {@link #resume}, {@link #isReading}, {@link #queued}, {@link #bytesRead} and {@link #bytesWritten} belong inside
 * a callback of this connection's session and throw {@link IllegalStateException} elsewhere. All other methods may be called from any thread, at any time; they have no effect once the connection is closed.
 */
public interface Connection {
    /**
     * Queues all of {@code data}, to be sent when the current callback returns. Must be called in a callback of this session; elsewhere, for example in a stage
     * that depends on {@link Engine#connect}, use {@link #send}. Many small writes in one callback cost one system
     * call. Of a direct buffer of 64 KiB or more, if nothing is queued, some engines send at once what the socket accepts, and queue the rest. The caller may reuse the buffer when this method returns. After a reset by the peer the bytes are dropped, and {@link Session#closed} follows.
     *
     * @return false when more than {@link Options#highWater()} bytes are queued: the caller should wait for {@link Session#writable()}. The engine reads
     *     nothing from this connection until then
     * @throws IllegalStateException outside a callback of this session, or after {@link #end} or {@link #close}
     */
    boolean write(ByteBuffer data);

    /**
     * Sends all of {@code data} from any thread: in a callback of this session as {@link #write} does, elsewhere by a task that writes a copy. The caller may
     * reuse the buffer when this method returns. What one thread sends stays in order. Has no effect after {@link #end} or {@link #close}.
     *
     * @return as {@link #write}: false when more than {@link Options#highWater()} bytes are queued, including those that wait in tasks. The sender should
     *     then wait until {@link Session#writable()} is called. One that continues closes the connection with a {@link BacklogOverflowException}, once more than
     *     {@link Options#backlogCap()} bytes would wait
     */
    boolean send(ByteBuffer data);

    /**
     * As {@link #send(ByteBuffer)}, for bytes that are sent on many connections, which share one copy of them.
     *
     * @return as {@link #send(ByteBuffer)}
     */
    boolean send(SharedBuffer data);

    /**
     * Returns whether no {@link #write} and no {@link #send} has returned false since {@link Session#writable()} was last called. The answer may be slightly out
     * of date. From any thread.
     */
    boolean isWritable();

    /**
     * Shuts down our side for writing once the queued bytes are sent. The peer may go on sending. Idempotent.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    void end();

    /**
     * Pauses reading. While reading is paused, the end of the peer's stream and a reset by the peer are not noticed either.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    void pause();

    /**
     * Resumes reading. Bytes that the session has left unread are delivered first.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    void resume();

    /**
     * Closes both directions: stops reading, sends the queued bytes for at most {@link Options#linger()}, then closes the socket. A peer that keeps reading
     * receives all of them; for one that may read slowly, prefer {@link #end}. If bytes of the peer are still unread, the system sends a reset. When called
     * outside a callback of this session, {@link Session#closing} is called first.
     */
    void close();

    /**
     * Ends the connection with a reset (RST): reads and sends nothing more, drops the unsent bytes, in the system too, and waits neither for the peer nor for
     * {@link Session#closing}. {@link Session#closed} follows as soon as no other callback runs. For a peer that breaks the protocol or does not read; one that
     * reads may lose bytes that were sent. If the engine cannot reset ({@code async} without {@code gearbox-engines-linux}), it closes the socket in order.
     */
    void abort();

    /**
     * Returns the number of bytes that were written but not yet accepted by the system.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    long queued();

    /**
     * Returns the number of bytes that were received from the peer so far, whether the session has read them or not.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    long bytesRead();

    /**
     * Returns the number of bytes that the system has accepted so far: those that were written, without {@link #queued}. Under TLS, whose records are larger
     * than their contents, it is a few bytes too low while some are queued.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    long bytesWritten();

    /**
     * Returns whether the engine reads from this connection: not while it is paused, while more than {@link Options#highWater()} bytes are queued, or after the
     * peer has ended its side.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    boolean isReading();

    /** Runs {@code task} as a callback of this session, as soon as possible. Dropped once the connection is closed. */
    void execute(Runnable task);

    /**
     * Runs {@code task} as a callback of this session after {@code delay}, unless it is cancelled or the connection is closed first. A negative delay counts as
     * zero, one of more than a hundred years as a hundred years.
     */
    Cancellable schedule(Duration delay, Runnable task);

    /**
     * Moves this live connection to another engine: its session, unread and unsent bytes, tasks, timers, and the half-close state of each direction. No byte is
     * lost, duplicated or reordered, callbacks neither run twice nor overlap, and the peer does not notice. The move happens soon, between two callbacks. May
     * be called from any thread, also in a callback.
     *
     * @return completes on a thread of {@code target} once that engine drives the connection (and {@link #engine} returns it), or at once if it already does.
     *     Completes with a {@link ShiftException} if the shift failed; the old engine then still serves the connection, unless it is closed. Waiting for the
     *     stage ({@code join()}, {@code get()}) in a callback of this session, or on a thread that connections of either engine share, throws {@link
     *     IllegalStateException} at once
     */
    CompletionStage<Void> shiftTo(Engine target);

    /** Returns the engine that drives this connection now. */
    Engine engine();

    /**
     * Returns what was last set with this key, on this connection or on one that decorates it (TLS, an offload): they share their attributes, which move with
     * a shift.
     */
    <T> Optional<T> attribute(AttributeKey<T> key);

    /** Keeps a value with the connection. A connection without attributes has no memory for them. */
    <T> void setAttribute(AttributeKey<T> key, T value);

    /** Returns the options that its listener was opened with, or its client connected with. */
    Options options();

    /** Returns the time since the connection was accepted, or since connecting began. */
    Duration age();

    SocketAddress localAddress();

    SocketAddress remoteAddress();
}
