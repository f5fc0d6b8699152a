package dev.gearbox.protocols;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What a {@link FrameSession} may do with its connection. The threads allowed are those of the same methods of {@link Connection}. */
public final class FrameConnection {
    private final Connection connection;
    private final int maxSize;
    private final ByteBuffer header = ByteBuffer.allocate(Integer.BYTES);

    /** The bytes that the session's current frame is a part of, and that frame as they were handed out; null between frames. */
    private @Nullable ByteBuffer input;

    private @Nullable ByteBuffer current;
    private int start;
    private int length;

    private boolean paused;
    private boolean above;
    private volatile boolean closing;

    FrameConnection(Connection connection, int maxSize) {
        this.connection = connection;
        this.maxSize = maxSize;
    }

    /**
     * Queues {@code frame}, whole. The frame that is being received goes back with its header, as one region, without being copied.
     *
     * @return as {@link Connection#write}; after false the session gets no more frames until {@link FrameSession#writable()}
     * @throws IllegalArgumentException if it is larger than frames may be here
     */
    public boolean send(ByteBuffer frame) {
        int size = frame.remaining();
        if (size > maxSize) {
            throw new IllegalArgumentException("a frame of " + size + " bytes; at most " + maxSize + " are allowed");
        }
        boolean more;
        ByteBuffer source = input;
        if (source != null && isCurrent(frame) && size == length) {
            more = connection.write(source.slice(start, Integer.BYTES + length));
            frame.position(frame.limit());
        } else {
            connection.write(header.clear().putInt(size).flip());
            more = connection.write(frame);
        }
        above |= !more;
        return more;
    }

    @SuppressWarnings("ReferenceEquality") // the very frame that was handed out, not one of equal bytes
    private boolean isCurrent(ByteBuffer frame) {
        return frame == current && frame.position() == 0;
    }

    /** Hands {@code session} the frame whose header begins at {@code at} in {@code in}. */
    void deliver(FrameSession session, ByteBuffer in, int at, int size) {
        ByteBuffer frame = in.slice(at + Integer.BYTES, size);
        input = in;
        current = frame;
        start = at;
        length = size;
        try {
            session.frame(frame);
        } finally {
            input = null;
            current = null;
        }
    }

    /** Whether the session is to see another frame now. What is left meanwhile the engine offers again in time. */
    boolean wantsMore() {
        return !paused && !above && !closing;
    }

    void writable() {
        above = false;
    }

    /** As {@link Connection#end()}. */
    public void end() {
        connection.end();
    }

    /** As {@link Connection#pause()}: not even a frame that is here already comes before {@link #resume()}. */
    public void pause() {
        connection.pause();
        paused = true;
    }

    /** As {@link Connection#resume()}. */
    public void resume() {
        connection.resume();
        paused = false;
    }

    /** As {@link Connection#close()}; in a callback, the session gets no further frame. */
    public void close() {
        closing = true;
        connection.close();
    }

    /** As {@link Connection#execute}. */
    public void execute(Runnable task) {
        connection.execute(task);
    }

    /** As {@link Connection#schedule}. */
    public Cancellable schedule(Duration delay, Runnable task) {
        return connection.schedule(delay, task);
    }

    /** As {@link Connection#localAddress()}. */
    public SocketAddress localAddress() {
        return connection.localAddress();
    }

    /** As {@link Connection#remoteAddress()}. */
    public SocketAddress remoteAddress() {
        return connection.remoteAddress();
    }

    @Override
    public String toString() {
        return connection.toString();
    }
}
