package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The way of one request's body to its connection. {@link #write}, {@link #finish}, {@link #onWritable} and {@link #onClosed} belong in callbacks of the
 * connection: {@link RequestSource#send} is one, and so are the tasks of {@link #execute}. When the exchange is over, what is written is dropped.
 */
public final class RequestWriter {
    private static final byte[] LINE_END = {'\r', '\n'};
    private static final byte[] LAST_CHUNK = "0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1);

    private final Connection connection;
    private final boolean chunked;
    private final Runnable whenFinished;

    private long missing;
    private boolean begun;
    private boolean finished;
    private boolean over;
    private @Nullable Runnable writable;
    private @Nullable Runnable closed;

    /**
     * Creates a writer of a body that has not begun.
     *
     * @param length in bytes, -1 for chunks
     */
    RequestWriter(Connection connection, long length, Runnable whenFinished) {
        this.connection = connection;
        this.whenFinished = whenFinished;
        chunked = length < 0;
        missing = Math.max(0, length);
    }

    /**
     * Sends the next bytes of the body.
     *
     * @return false if the server does not take them as fast as they are written: wait for {@link #onWritable}; or if the exchange is over
     * @throws IllegalStateException if they exceed the announced length, or after {@link #finish}
     */
    public boolean write(ByteBuffer piece) {
        int length = piece.remaining();
        if (finished) {
            throw new IllegalStateException("the request is finished");
        }
        if (!chunked && length > missing) {
            throw new IllegalStateException(length + " bytes where " + missing + " remain of the announced length");
        }
        if (over) {
            piece.position(piece.limit());
            return false;
        }
        if (!chunked) {
            missing -= length;
            return connection.write(piece);
        }
        if (length == 0) {
            return connection.isWritable();
        }
        connection.write(ByteBuffer.wrap((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1)));
        connection.write(piece);
        return connection.write(ByteBuffer.wrap(LINE_END));
    }

    /**
     * Completes the body.
     *
     * @throws IllegalStateException if it is shorter than announced, or finished already
     */
    public void finish() {
        if (finished) {
            throw new IllegalStateException("the request is finished");
        }
        if (missing > 0 && !over) {
            throw new IllegalStateException(missing + " bytes are missing of the announced length");
        }
        finished = true;
        writable = null;
        closed = null;
        if (!over) {
            if (chunked) {
                connection.write(ByteBuffer.wrap(LAST_CHUNK));
            }
            whenFinished.run();
        }
    }

    /** Sets a task that runs each time the server has caught up after {@link #write} returned false; it runs in a callback. */
    public void onWritable(Runnable task) {
        writable = task;
    }

    /** Sets a task that runs, in a callback, if the exchange ends before {@link #finish}: it failed, or the server answered early. */
    public void onClosed(Runnable task) {
        closed = task;
    }

    /** Runs {@code task} in a callback of the connection; from any thread. Dropped once the connection is closed. */
    public void execute(Runnable task) {
        connection.execute(task);
    }

    /** Returns whether the source has been called. */
    boolean isBegun() {
        return begun;
    }

    void begin(RequestSource source) {
        begun = true;
        source.send(this);
    }

    boolean isFinished() {
        return finished;
    }

    void becameWritable() {
        Runnable task = writable;
        if (task != null && !over) {
            task.run();
        }
    }

    /** The exchange is over. */
    void end() {
        over = true;
        Runnable task = closed;
        closed = null;
        if (task != null) {
            task.run();
        }
    }
}
