package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Session;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.BodyTooLargeException;
import dev.gearbox.http.message.Deadline;
import dev.gearbox.http.message.KeepAlive;
import dev.gearbox.http.message.MessageInput;
import dev.gearbox.http.message.MessageReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.apache.hc.core5.http.HttpException;
import org.apache.hc.core5.http.HttpResponse;
import org.apache.hc.core5.http.MessageConstraintException;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseFactory;
import org.apache.hc.core5.http.impl.nio.DefaultHttpResponseParser;
import org.jspecify.annotations.Nullable;

/**
 * The client's half of one connection: one exchange after another. It writes the request, reads the response and passes it to the exchange's handler
 * piece by piece; then it is free again, or closes, as the two sides have negotiated. Unexpected bytes close it.
 */
final class ClientSession implements Session {
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int MOST_INTERIM = 10;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final OriginPool pool;
    private final Connection connection;
    private final HttpLimits limits;
    private final MessageInput input;
    private final MessageReader<HttpResponse> reader;
    private final Deadline deadline;

    /** The next exchange. Written under the pool's lock while no other thread can write it, read in callbacks. */
    volatile @Nullable ClientExchange assigned;

    private @Nullable ClientExchange current;

    private boolean used;
    private boolean stopping;
    private int interim;
    private boolean answered;
    private boolean inBody;
    private boolean reusable;

    /** The body extends until the server closes the connection. */
    private boolean untilEnd;

    /** The thread that is inside a callback which checks {@link #assigned} at its end. */
    private volatile @Nullable Thread inside;

    ClientSession(OriginPool pool, Connection connection) {
        this.pool = pool;
        this.connection = connection;
        limits = pool.options().limits();
        input = new MessageInput(limits, true, this::content);
        reader = new MessageReader<>(
                new DefaultHttpResponseParser<>(pool.config(), DefaultHttpResponseFactory.INSTANCE),
                pool.config(),
                input);
        deadline = new Deadline(connection, System::nanoTime, this::late);
    }

    /** Called in the connection's first callback. */
    void opened() {
        startAssigned();
        if (current == null) {
            deadline.in(limits.idle());
        }
    }

    /** Called after an exchange was assigned, on any thread. */
    void wake() {
        if (!Thread.currentThread().equals(inside)) {
            connection.execute(this::startAssigned);
        }
    }

    private void startAssigned() {
        ClientExchange exchange = assigned;
        while (exchange != null && exchange.isOver()) { // cancelled
            assigned = null;
            pool.free(this);
            exchange = assigned;
        }
        if (exchange == null || current != null) {
            return;
        }
        assigned = null;
        current = exchange;
        answered = false;
        interim = 0;
        inBody = false;
        deadline.in(limits.message());
        connection.write(exchange.request.bytes(pool.options().keepAlive()));
    }

    @Override
    public void received(ByteBuffer in) {
        inside = Thread.currentThread();
        input.offer(in);
        try {
            read(in);
        } finally {
            input.withdraw();
            inside = null;
        }
        startAssigned();
    }

    private void read(ByteBuffer in) {
        ClientExchange exchange = current;
        if (exchange == null) {
            in.position(in.limit());
            drop();
            return;
        }
        answered |= in.hasRemaining();
        try {
            if (inBody ? reader.body() : readHead(exchange)) {
                complete(exchange, in);
            }
        } catch (BodyTooLargeException | MessageConstraintException tooLarge) {
            in.position(in.limit());
            fail(HttpFailure.Kind.TOO_LARGE, tooLarge);
        } catch (IOException | HttpException malformed) {
            in.position(in.limit());
            fail(HttpFailure.Kind.MALFORMED, malformed);
        }
    }

    /** Returns whether the response is complete with its head, or with the body received so far. */
    private boolean readHead(ClientExchange exchange) throws IOException, HttpException {
        HttpResponse head;
        while ((head = reader.head()) != null && isInterim(head)) {
            if (++interim > MOST_INTERIM) {
                throw new MessageConstraintException("more than " + MOST_INTERIM + " interim responses");
            }
        }
        if (head == null) {
            return false;
        }
        int status = head.getCode();
        long length = exchange.request.isHead() || status == 204 || status == 304 ? 0 : MessageReader.length(head);
        if (length > limits.bodyBytes()) {
            throw new BodyTooLargeException(limits.bodyBytes());
        }
        reusable = length != MessageReader.UNDEFINED && pool.options().keepAlive() && KeepAlive.of(head);
        exchange.handler.head(new dev.gearbox.http.client.HttpResponse(status, HttpHeaders.received(head)));
        if (length == 0) {
            return true;
        }
        inBody = true;
        untilEnd = length == MessageReader.UNDEFINED;
        reader.beginBody(length);
        return reader.body();
    }

    private static boolean isInterim(HttpResponse head) throws HttpException {
        int status = head.getCode();
        if (status < 100 || status > 999 || status == SWITCHING_PROTOCOLS) {
            throw new HttpException("unexpected status: " + status);
        }
        return status < 200;
    }

    private void content(ByteBuffer piece) {
        if (input.contentBytes() > limits.bodyBytes()) {
            throw new BodyTooLargeException(limits.bodyBytes());
        }
        Objects.requireNonNull(current).handler.body(piece);
    }

    private void complete(ClientExchange exchange, ByteBuffer in) {
        current = null;
        inBody = false;
        untilEnd = false;
        used = true;
        // If the head is answered, it has been sent, even if the engine reports that later; but the server may have
        // answered before it received the whole body.
        boolean sent = !exchange.request.hasBody() || connection.queued() == 0;
        if (reusable && !stopping && !in.hasRemaining() && sent) {
            deadline.in(limits.idle());
            pool.free(this);
        } else {
            in.position(in.limit());
            drop();
        }
        exchange.complete();
    }

    /** Closes the connection and removes it from the pool. */
    private void drop() {
        pool.gone(this);
        connection.close();
    }

    private void fail(HttpFailure.Kind kind, Throwable cause) {
        fail(kind, String.valueOf(cause.getMessage()), cause);
    }

    private void fail(HttpFailure.Kind kind, String message, @Nullable Throwable cause) {
        ClientExchange exchange = current;
        current = null;
        drop();
        if (exchange != null) {
            exchange.fail(kind, message, cause);
        }
    }

    private void late() {
        if (current == null) {
            drop();
        } else {
            fail(HttpFailure.Kind.TIMEOUT, "the response is not complete after " + limits.message(), null);
        }
    }

    @Override
    public boolean ended() {
        ClientExchange exchange = current;
        if (exchange != null && untilEnd) {
            complete(exchange, NOTHING);
        }
        ended("the server closed the connection " + (answered ? "within the response" : "before it answered"), null);
        return false;
    }

    /** The exchange under way is completed, and no other begins here. */
    @Override
    public boolean stopping() {
        // It has been chosen for an exchange a moment ago.
        startAssigned();
        stopping = true;
        pool.gone(this);
        return current == null && assigned == null;
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        ended("the connection was closed", cause);
    }

    private void ended(String how, @Nullable Throwable cause) {
        ClientExchange exchange = current;
        current = null;
        boolean ofTheNetwork = cause == null || cause instanceof ConnectionResetException;
        boolean again = exchange != null
                && ofTheNetwork
                && used
                && !answered
                && !exchange.retried
                && exchange.request.isIdempotent();
        if (exchange != null && again) {
            exchange.retried = true;
            // Before the pool removes this connection: a pool without exchanges and connections may be forgotten.
            pool.again(exchange);
        }
        pool.gone(this);
        if (exchange == null || again) {
            return;
        }
        if (cause == null) {
            exchange.fail(HttpFailure.Kind.TRUNCATED, how, null);
        } else if (cause instanceof IOException) {
            exchange.fail(HttpFailure.Kind.RESET, String.valueOf(cause.getMessage()), cause);
        } else {
            exchange.fail(HttpFailure.Kind.HANDLER, String.valueOf(cause), cause);
        }
    }

    /** The exchange was cancelled, by any thread. */
    void drop(ClientExchange exchange) {
        connection.execute(() -> {
            if (exchange.equals(current)) {
                current = null;
                drop();
            }
        });
    }

    /** The client is closing; on any thread. */
    void cancel() {
        connection.execute(() -> fail(HttpFailure.Kind.CANCELLED, "the client is closed", null));
    }
}
