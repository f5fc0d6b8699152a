package dev.gearbox.http.server;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.message.MessageReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request that has come, and the way to answer it: whole, by {@link #respond}, from any thread; or in pieces, by {@link #begin}, {@link
 * #write} and {@link #finish}, in callbacks of this connection ({@link HttpHandler#handle} is one, and so are tasks given to {@link #execute} and
 * {@link #schedule}). The answer to HEAD, and those that have no body (1xx, 204, 304), are cut to their heads.
 */
public final class HttpExchange {
    private static final HttpHeaders TEXT = HttpHeaders.of("Content-Type", "text/plain; charset=utf-8");

    private final ServerSession session;
    private final RequestHead head;
    private final ByteBuffer body;

    private boolean begun;
    private boolean chunked;
    private boolean keepAlive;
    private boolean finished;
    private boolean bodiless;
    private long missing;
    private @Nullable Runnable writable;
    private @Nullable Consumer<@Nullable Throwable> closed;

    HttpExchange(ServerSession session, RequestHead head, ByteBuffer body) {
        this.session = session;
        this.head = head;
        this.body = body;
    }

    public String method() {
        return head.method();
    }

    /** The target as it was sent: mostly a path, perhaps with a query. */
    public String target() {
        return head.target();
    }

    public HttpHeaders headers() {
        return head.headers();
    }

    /** The whole body; read-only, empty if there is none. */
    public ByteBuffer body() {
        return body;
    }

    /** What it came on, for whatever is not HTTP: the addresses, a shift to another engine. Writing to it is this exchange's. */
    public Connection connection() {
        return session.connection();
    }

    /**
     * Answers with all of it, from any thread. Nothing happens if the client is gone.
     *
     * @param status three digits
     * @param headers besides Content-Length, Connection and Date
     * @param content the body. It is sent from position to limit, which do not move; its bytes may not change until they are sent if this is
     *     called from outside a callback
     * @throws IllegalStateException if it is answered already, and this is inside a callback
     */
    public void respond(int status, HttpHeaders headers, ByteBuffer content) {
        session.perform(() -> {
            begin(status, headers, content.remaining());
            if (content.hasRemaining() && !bodiless) {
                missing = 0;
                session.write(content.duplicate());
            }
            finish();
        });
    }

    /** Answers with a text. */
    public void respond(int status, String text) {
        respond(status, TEXT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Begins an answer whose body comes in pieces; in a callback.
     *
     * @param length of the body in bytes; -1 if it is not known: it then goes in chunks, or to an HTTP/1.0 client until the connection closes
     * @throws IllegalStateException if an answer has begun already, or outside a callback
     */
    public void begin(int status, HttpHeaders headers, long length) {
        if (begun) {
            throw new IllegalStateException("the request is answered already");
        }
        boolean without = status < 200 || status == 204 || status == 304;
        bodiless = without || head.isHead();
        missing = length;
        chunked = length < 0 && !head.old();
        keepAlive = head.keepAlive() && session.stays() && (length >= 0 || chunked || bodiless);
        long said = without
                ? MessageReader.UNDEFINED
                : chunked ? MessageReader.CHUNKED : length < 0 ? MessageReader.UNDEFINED : length;
        ResponseHead.ConnectionHeader after = !keepAlive
                ? ResponseHead.ConnectionHeader.ENDS
                : head.old() ? ResponseHead.ConnectionHeader.STAYS_FOR_OLD : ResponseHead.ConnectionHeader.STAYS;
        session.write(ResponseHead.of(status, headers, said, after));
        begun = true;
    }

    /**
     * Sends the next bytes of the body; in a callback.
     *
     * @return false if the client does not take them as fast as they come: better to wait for {@link #onWritable}
     * @throws IllegalStateException if they are more than was announced, before {@link #begin}, or outside a callback
     */
    public boolean write(ByteBuffer piece) {
        int length = piece.remaining();
        if (!begun || finished) {
            throw new IllegalStateException(finished ? "the answer is finished" : "the answer has not begun");
        }
        if (missing >= 0 && length > missing) {
            throw new IllegalStateException(length + " bytes where " + missing + " are missing of what was announced");
        }
        if (length == 0) {
            return true;
        }
        missing -= missing >= 0 ? length : 0;
        if (bodiless) {
            return true;
        }
        if (!chunked) {
            return session.write(piece);
        }
        session.write(ByteBuffer.wrap((Integer.toHexString(length) + "\r\n").getBytes(StandardCharsets.ISO_8859_1)));
        session.write(piece);
        return session.write(ByteBuffer.wrap(new byte[] {'\r', '\n'}));
    }

    /**
     * The answer is whole; in a callback.
     *
     * @throws IllegalStateException if bytes are missing of what was announced, or outside a callback
     */
    public void finish() {
        if (!begun || finished) {
            throw new IllegalStateException(finished ? "the answer is finished" : "the answer has not begun");
        }
        if (missing > 0 && !bodiless) {
            throw new IllegalStateException(missing + " bytes are missing of what was announced");
        }
        if (chunked && !bodiless) {
            session.write(ByteBuffer.wrap("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1)));
        }
        finished = true;
        session.answered(keepAlive);
    }

    /** Runs each time after {@link #write} had said false and the client has caught up; in a callback, by one. */
    public void onWritable(Runnable task) {
        writable = task;
    }

    /** Runs when the connection is over before this answer is finished; in a callback, by one. It gets the cause as a session does. */
    public void onClosed(Consumer<@Nullable Throwable> task) {
        closed = task;
    }

    /** Runs {@code task} in a callback of this connection; from any thread. */
    public void execute(Runnable task) {
        session.connection().execute(() -> session.enter(task));
    }

    /** Runs {@code task} in a callback of this connection after {@code delay}; from any thread. */
    public Cancellable schedule(Duration delay, Runnable task) {
        return session.connection().schedule(delay, () -> session.enter(task));
    }

    /**
     * Gives the answer up, from any thread: the connection is closed, and the client sees that something is missing, or nothing at all.
     */
    public void abort() {
        session.connection().close();
    }

    boolean isBegun() {
        return begun;
    }

    void becameWritable() {
        if (writable != null && !finished) {
            writable.run();
        }
    }

    void wasClosed(@Nullable Throwable cause) {
        if (closed != null && !finished) {
            closed.accept(cause);
        }
    }
}
