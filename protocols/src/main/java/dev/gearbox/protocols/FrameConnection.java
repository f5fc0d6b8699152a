package dev.gearbox.protocols;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import java.net.SocketAddress;
import java.nio.ByteBuffer;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The operations that a {@link FrameSession} has on its connection. Each may be called on the same threads as the method of the same name in {@link
 * Connection}.
 */
public final class FrameConnection {
    private final Connection connection;
    private final int maxSize;
    private final ByteBuffer header = ByteBuffer.allocate(Integer.BYTES);

    /** The bytes that contain the session's current frame, and that frame as it was handed out; null between frames. */
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
     * Queues a whole frame. The frame that is being received is sent back together with its header, as one region, without a copy.
     *
     * @return as {@link Connection#write}; after false the session gets no more frames until {@link FrameSession#writable()}
     * @throws IllegalArgumentException if the frame is larger than the maximum
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

    @SuppressWarnings("ReferenceEquality") // the same buffer object that was handed out, not an equal one
    private boolean isCurrent(ByteBuffer frame) {
        return frame == current && frame.position() == 0;
    }

    /** Hands {@code session} the frame whose header starts at {@code at} in {@code in}. */
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

    /** Returns whether the session may receive another frame now. The engine offers the unread rest again later. */
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

    /** As {@link Connection#pause()}: no frame is delivered before {@link #resume()}, not even one that has been received already. */
    public void pause() {
        connection.pause();
        paused = true;
    }

    /** As {@link Connection#resume()}. */
    public void resume() {
        connection.resume();
        paused = false;
    }

    /** As {@link Connection#close()}; inside a callback, the session gets no further frame. */
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
