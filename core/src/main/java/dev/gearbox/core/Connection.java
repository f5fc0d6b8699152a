package dev.gearbox.core;

import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletionStage;

/**
 * What a session may do with its connection; the same on every engine.
 *
 * <p>{@link #write}, {@link #end}, {@link #pause}, {@link #resume} and {@link #queued} belong inside a callback of this connection's session and throw
 * {@link IllegalStateException} elsewhere. Everything else may be called from any thread, at any time; once the connection is closed it does
 * nothing.
 */
public interface Connection {
    /**
     * In a callback of this session (elsewhere, as in what follows {@link Engine#connect}, say {@code connection.execute(() -> connection.write(data))}):
     * queues all of {@code data}, to be sent when the callback returns. Many small writes of one callback cost one system call. On return the buffer is the caller's again. After the peer's reset the bytes are dropped: {@link Session#closed} is about to say so.
     *
     * @return false when more than {@link Options#highWater()} bytes are queued now: better to wait for {@link Session#writable()}; the engine
     *     reads no more from this connection until then
     * @throws IllegalStateException outside a callback of this session, or after {@link #end} or {@link #close}
     */
    boolean write(ByteBuffer data);

    /**
     * Ends our side behind what is queued; the peer reads to the end of it and may go on sending. Twice does nothing.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    void end();

    /**
     * Takes no more bytes for now. While reading is paused, the end of the peer's bytes and a reset by it are not noticed either.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    void pause();

    /**
     * Takes bytes again, those first that the session left.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    void resume();

    /**
     * Closes both directions: reads no more, goes on sending what is queued for {@link Options#linger()} at most, then closes the socket. A
     * peer that reads gets all of it; for one that may be slow, prefer {@link #end}. Bytes of the peer that were not read make the system
     * answer with a reset. Outside a callback of this session, {@link Session#closing} comes first.
     */
    void close();

    /**
     * Bytes that were written and that the system has not taken yet.
     *
     * @throws IllegalStateException outside a callback of this session
     */
    long queued();

    /** Runs {@code task} as a callback of this session, as soon as may be. Dropped once the connection is closed. */
    void execute(Runnable task);

    /**
     * Runs {@code task} as a callback of this session after {@code delay}, unless it is cancelled or the connection closed before. A negative delay
     * counts as none, one of more than a hundred years as a hundred years.
     */
    Cancellable schedule(Duration delay, Runnable task);

    /**
     * Moves this connection, live, to another engine: its session, what was read and not taken, what was written and not sent, tasks, timers and
     * how far each direction has ended. No byte is lost, doubled or reordered, no callback runs twice or at the same time as another, and the
     * peer sees nothing of it. It happens soon, between two callbacks; from any thread, also from within a callback.
     *
     * @return completes on a thread of {@code target} once that engine drives the connection, which {@link #engine} then says; at once if it does
     *     already. Or completes with a {@link ShiftException}, and the engine that had the connection serves it on, unless it is closed. To wait
     *     for it ({@code join()}, {@code get()}) in a callback of this session, or on a thread that the connections of one of the two engines share,
     *     throws {@link IllegalStateException} at once
     */
    CompletionStage<Void> shiftTo(Engine target);

    /** The engine that drives it now. */
    Engine engine();

    /** How it is treated: what its listener was opened or its client connected with. */
    Options options();

    /** How long ago it was accepted, or we began to open it. */
    Duration age();

    SocketAddress localAddress();

    SocketAddress remoteAddress();
}
