package dev.gearbox.protocols.frames;

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
    private final FrameCodec codec;

    /** The bytes that contain the session's current frame, and that frame as it was handed out; null between frames. */
    private @Nullable ByteBuffer input;

    private @Nullable ByteBuffer current;
    private int start;

    private boolean paused;
    private boolean above;
    private volatile boolean closing;

    FrameConnection(Connection connection, FrameCodec codec) {
        this.connection = connection;
        this.codec = codec;
    }

    /**
     * Queues a whole frame. The frame that is being received is sent back together with its header or end, as one region, without a copy.
     *
     * @return as {@link Connection#write}; after false the session gets no more frames until {@link FrameSession#writable()}
     * @throws IllegalArgumentException if the peer could not read it as one frame: it is larger than the maximum of {@link LengthPrefixed}, or
     *     contains the end of a frame
     */
    public boolean send(ByteBuffer frame) {
        boolean more;
        ByteBuffer source = input;
        if (source != null && isWholeCurrent(frame) && codec.isAsWritten()) {
            more = connection.write(source.slice(start, frameLength()));
            frame.position(frame.limit());
        } else {
            more = codec.write(connection, frame);
        }
        above |= !more;
        return more;
    }

    /**
     * Queues {@code text} as a frame, in the charset of {@link Lines}, or else in UTF-8.
     *
     * @return as {@link #send(ByteBuffer)}
     * @throws IllegalArgumentException as {@link #send(ByteBuffer)}
     */
    public boolean send(String text) {
        return send(ByteBuffer.wrap(text.getBytes(codec.charset())));
    }

    @SuppressWarnings("ReferenceEquality") // the same buffer object that was handed out, not an equal one
    private boolean isWholeCurrent(ByteBuffer frame) {
        return frame == current && frame.remaining() == codec.payload();
    }

    private int frameLength() {
        return codec.header() + codec.payload() + codec.trailer();
    }

    /** Hands {@code session} the frame that the codec has found in {@code in}. */
    void deliver(FrameSession session, ByteBuffer in) {
        start = in.position();
        ByteBuffer frame = in.slice(start + codec.header(), codec.payload());
        in.position(start + frameLength());
        input = in;
        current = frame;
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

    /** As {@link Connection#abort()}; inside a callback, the session gets no further frame. */
    public void abort() {
        closing = true;
        connection.abort();
    }

    /**
     * Returns the connection that carries the frames, for what has nothing to do with frames: to shift it, for example. What is written to it directly
     * is not framed; reading is paused and resumed through this object.
     */
    public Connection connection() {
        return connection;
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
