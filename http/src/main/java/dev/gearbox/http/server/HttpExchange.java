package dev.gearbox.http.server;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.message.Framing;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A request and the means to answer it: whole, by {@link #respond}, from any thread; or in pieces, by {@link #begin}, {@link #write} and {@link
 * #finish}, in callbacks of this connection ({@link HttpHandler#handle} is one, and so are tasks passed to {@link #execute} and {@link #schedule}).
 * For HEAD, and for statuses without a body (1xx, 204, 304), only the head is sent.
 */
public final class HttpExchange {
    private static final HttpHeaders TEXT = HttpHeaders.of("Content-Type", "text/plain; charset=utf-8");

    private final ServerSession session;
    private final RequestHead head;
    private final ByteBuffer body;
    private final @Nullable RequestBody stream;
    private final @Nullable HttpServerExchangeEvent event = HttpServerExchangeEvent.started();

    private int status;
    private boolean begun;
    private boolean chunked;
    private boolean keepAlive;
    private boolean finished;
    /** An answer is not sent: the client has disconnected, or its request was refused meanwhile. */
    private boolean abandoned;

    private boolean bodiless;
    private long missing;
    private @Nullable Runnable writable;
    private @Nullable Consumer<@Nullable Throwable> closed;

    HttpExchange(ServerSession session, RequestHead head, ByteBuffer body, boolean streaming) {
        this.session = session;
        this.head = head;
        this.body = body;
        stream = streaming ? new RequestBody(() -> session.bodyWanted(this)) : null;
    }

    /** Returns the body that arrives in pieces. */
    RequestBody stream() {
        return Objects.requireNonNull(stream);
    }

    public String method() {
        return head.method();
    }

    /** Returns the request target as it was sent: usually a path, possibly with a query. */
    public String target() {
        return head.target();
    }

    public HttpHeaders headers() {
        return head.headers();
    }

    /** Returns the whole body; read-only, empty if there is none. */
    public ByteBuffer body() {
        return body;
    }

    /** Returns the connection, for what is outside HTTP: the addresses, a shift to another engine. Only this exchange may write to it. */
    public Connection connection() {
        return session.connection();
    }

    /**
     * Sends the whole response, from any thread. Does nothing if the client has disconnected.
     *
     * @param status three digits
     * @param headers in addition to Content-Length, Connection and Date
     * @param content the body. It is sent from position to limit, which do not change; if this is called outside a callback, its bytes must not
     *     change until they are sent
     * @throws IllegalStateException if the request has been answered already, and this is inside a callback
     */
    public void respond(int status, HttpHeaders headers, ByteBuffer content) {
        session.perform(() -> {
            if (abandoned) {
                return;
            }
            begin(status, headers, content.remaining());
            if (content.hasRemaining() && !bodiless) {
                missing = 0;
                session.write(content.duplicate());
            }
            finish();
        });
    }

    /** Sends a text response. */
    public void respond(int status, String text) {
        respond(status, TEXT, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }

    /**
     * Begins a response whose body is sent in pieces; in a callback. If the body of the request still arrives and is not being read, this response is the last
     * of its connection.
     *
     * @param length of the body in bytes; -1 if unknown: the body is then sent in chunks, or to an HTTP/1.0 client until the connection closes
     * @throws IllegalStateException if a response has begun already, or outside a callback
     */
    public void begin(int status, HttpHeaders headers, long length) {
        if (begun) {
            throw new IllegalStateException("the request is answered already");
        }
        boolean without = status < 200 || status == 204 || status == 304;
        bodiless = without || head.isHead();
        missing = length;
        chunked = length < 0 && !head.old();
        boolean unread = session.isReceiving() && !stream().isRead();
        keepAlive = head.keepAlive() && session.stays() && !unread && (length >= 0 || chunked || bodiless);
        long said = without ? Framing.UNDEFINED : chunked ? Framing.CHUNKED : length < 0 ? Framing.UNDEFINED : length;
        ResponseHead.ConnectionHeader after = !keepAlive
                ? ResponseHead.ConnectionHeader.ENDS
                : head.old() ? ResponseHead.ConnectionHeader.STAYS_FOR_OLD : ResponseHead.ConnectionHeader.STAYS;
        session.writeHead(status, ResponseHead.of(status, headers, said, after));
        this.status = status;
        begun = true;
    }

    /**
     * Sends the next bytes of the body; in a callback.
     *
     * @return false if the client does not read them as fast as they are written: wait for {@link #onWritable}
     * @throws IllegalStateException if they exceed the announced length, before {@link #begin}, or outside a callback
     */
    public boolean write(ByteBuffer piece) {
        int length = piece.remaining();
        if (!begun || finished) {
            throw new IllegalStateException(finished ? "the response is finished" : "the response has not begun");
        }
        if (missing >= 0 && length > missing) {
            throw new IllegalStateException(length + " bytes where " + missing + " remain of the announced length");
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
     * Completes the response; in a callback.
     *
     * @throws IllegalStateException if it is shorter than announced, or outside a callback
     */
    public void finish() {
        if (!begun || finished) {
            throw new IllegalStateException(finished ? "the response is finished" : "the response has not begun");
        }
        if (missing > 0 && !bodiless) {
            throw new IllegalStateException(missing + " bytes are missing of the announced length");
        }
        if (chunked && !bodiless) {
            session.write(ByteBuffer.wrap("0\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1)));
        }
        finished = true;
        record(null);
        session.answered(keepAlive);
    }

    /**
     * Answers with 101 and gives the connection to another protocol (RFC 9110, 7.8), which receives what follows the request; in a callback. The server's limits and
     * timeouts end here.
     *
     * @param name of the protocol, for the Upgrade field; a client has asked for it
     * @param headers in addition to Connection, Upgrade and Date
     * @throws IllegalStateException if a response has begun already, the client speaks HTTP/1.0 or has not sent its whole request, or outside a callback
     */
    public void upgrade(String name, HttpHeaders headers, Protocol protocol) {
        if (!isUpgradable()) {
            throw new IllegalStateException(
                    begun ? "the request is answered already" : "this request cannot change the protocol");
        }
        begun = true;
        finished = true;
        status = ResponseHead.SWITCHING;
        record(null);
        session.writeHead(ResponseHead.SWITCHING, ResponseHead.switching(name, headers));
        session.upgrade(protocol);
    }

    /** Returns whether {@link #upgrade} is possible; in a callback. */
    public boolean isUpgradable() {
        return !begun && !head.old() && session.isUpgradable();
    }

    /** Sets a task that runs each time the client has caught up after {@link #write} returned false; call it in a callback, the task runs in one. */
    public void onWritable(Runnable task) {
        writable = task;
    }

    /**
     * Sets an action that runs when the connection ends before this response is finished, or the server answers in place of the handler; call it in a callback,
     * the action runs in one. Its argument is the cause, as for a session.
     */
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

    /** Aborts the response, from any thread: the connection is closed, and the client receives an incomplete response or none. */
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
        abandoned = true;
        if (finished) {
            return;
        }
        record(cause == null ? "the connection was closed" : cause.toString());
        if (closed != null) {
            closed.accept(cause);
        }
    }

    /** The server answers with this status instead of the handler, which had not begun to. */
    void wasRefused(int with, Exception cause) {
        status = with;
        wasClosed(cause);
    }

    private void record(@Nullable String why) {
        if (event != null) {
            event.over(head, status, connection(), why);
        }
    }
}
