package dev.gearbox.http.server;

import java.nio.ByteBuffer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The body of a request, in pieces as they arrive; none of them is kept. Nothing is read from the connection before {@link #read}, nor while it is paused:
 * then the buffers of both systems fill, and the client has to wait. Its methods belong in callbacks of the connection, as {@link HttpExchange#write} does.
 */
public final class RequestBody {
    private final Runnable wanted;
    private @Nullable Consumer<ByteBuffer> pieces;
    private @Nullable Runnable complete;
    private boolean paused;

    /**
     * Creates a body whose pieces have no receiver yet.
     *
     * @param wanted runs when the handler wants bytes that it did not want before
     */
    RequestBody(Runnable wanted) {
        this.wanted = wanted;
    }

    /**
     * Begins to read. Answers a client that waits for it (Expect: 100-continue) with 100.
     *
     * @param piece receives the next bytes, without the chunked coding; read-only and valid only during the call
     * @param whole runs once, when the body is complete; otherwise {@link HttpExchange#onClosed} follows
     * @throws IllegalStateException if it has begun already
     */
    public void read(Consumer<ByteBuffer> piece, Runnable whole) {
        if (pieces != null) {
            throw new IllegalStateException("the body is being read already");
        }
        pieces = piece;
        complete = whole;
        wanted.run();
    }

    /** Stops reading. Of what has been received already, pieces of up to 64 KiB in all may follow. */
    public void pause() {
        paused = true;
    }

    /** Goes on reading. */
    public void resume() {
        if (paused) {
            paused = false;
            wanted.run();
        }
    }

    boolean isWanted() {
        return pieces != null && !paused;
    }

    boolean isRead() {
        return pieces != null;
    }

    void piece(ByteBuffer piece) {
        if (pieces != null) {
            pieces.accept(piece);
        }
    }

    void complete() {
        Runnable last = complete;
        complete = null;
        if (last != null) {
            last.run();
        }
    }
}
