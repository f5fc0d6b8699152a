package dev.gearbox.http.client;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Session;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.BodyReader;
import dev.gearbox.http.message.Deadline;
import dev.gearbox.http.message.Framing;
import dev.gearbox.http.message.HeadReader;
import dev.gearbox.http.message.MessageException;
import dev.gearbox.http.message.MessageHead;
import dev.gearbox.http.message.StatusLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The client's half of one connection: one exchange after another. It writes the request, reads the response and passes it to the exchange's handler
 * piece by piece; then it is free again, or closes, as the two sides have negotiated. Unexpected bytes close it.
 */
final class ClientSession implements Session {
    private static final int CONTINUE = 100;
    private static final int SWITCHING_PROTOCOLS = 101;
    private static final int MOST_INTERIM = 10;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final OriginPool pool;
    private final Connection connection;
    private final HttpLimits limits;
    private final HeadReader<StatusLine> heads;
    private final BodyReader bodies;
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

    /** Sends the body of the current exchange in pieces, if there is one and it has to. */
    private @Nullable RequestWriter writer;

    private @Nullable Cancellable continues;
    private final @Nullable PhaseTimeouts phases;
    /** The handler of the current exchange does not want bytes now. */
    private boolean paused;

    /** The thread that is inside a callback which checks {@link #assigned} at its end. */
    private volatile @Nullable Thread inside;

    ClientSession(OriginPool pool, Connection connection) {
        this.pool = pool;
        this.connection = connection;
        limits = pool.options().limits();
        heads = HeadReader.ofResponses(limits);
        bodies = BodyReader.ofResponses(limits, this::content);
        deadline = new Deadline(connection, System::nanoTime, this::late);
        HttpTimeouts times = pool.options().timeouts();
        phases = times.limitsPhases()
                ? new PhaseTimeouts(connection, times, () -> paused, why -> fail(HttpFailure.Kind.TIMEOUT, why, null))
                : null;
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
        while (exchange != null && exchange.endsUnsent()) { // cancelled
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
        if (phases != null) {
            phases.sending();
        }
        if (exchange.request.source() != null) {
            beginStream(exchange);
        } else if (phases != null) {
            phases.written();
        }
    }

    /** The head is written; what the source writes at once is sent with it. */
    private void beginStream(ClientExchange exchange) {
        RequestWriter body = new RequestWriter(connection, exchange.request.length(), this::written);
        writer = body;
        if (exchange.request.expectsContinue()) {
            continues = connection.schedule(pool.options().timeouts().awaitContinue(), () -> beginBody(body));
        } else {
            beginBody(body);
        }
    }

    private void beginBody(@Nullable RequestWriter body) {
        ClientExchange exchange = current;
        if (body != null && body.equals(writer) && !body.isBegun() && exchange != null) {
            if (continues != null) {
                continues.cancel();
                continues = null;
            }
            try {
                body.begin(Objects.requireNonNull(exchange.request.source()));
            } catch (RuntimeException thrown) {
                // Not to the engine: the session may be just about to open.
                fail(HttpFailure.Kind.HANDLER, thrown);
            }
        }
    }

    private void written() {
        if (phases != null) {
            phases.written();
        }
    }

    @Override
    public void writable() {
        RequestWriter body = writer;
        if (body != null) {
            body.becameWritable();
        }
    }

    /** Nothing more of the exchange's request is sent; in a callback. */
    private void endRequest() {
        if (phases != null) {
            phases.idle();
        }
        if (continues != null) {
            continues.cancel();
            continues = null;
        }
        RequestWriter body = writer;
        writer = null;
        if (body != null) {
            body.end();
        }
    }

    @Override
    public void received(ByteBuffer in) {
        inside = Thread.currentThread();
        try {
            read(in);
        } finally {
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
        if (exchange.isRevoked()) {
            in.position(in.limit());
            fail(HttpFailure.Kind.CANCELLED, "cancelled", null);
            return;
        }
        answered |= in.hasRemaining();
        if (phases != null) {
            phases.received();
        }
        try {
            if (inBody ? bodies.read(in) : readHead(exchange, in)) {
                complete(exchange, in);
            }
        } catch (MessageException bad) {
            in.position(in.limit());
            fail(bad.kind().isTooLarge() ? HttpFailure.Kind.TOO_LARGE : HttpFailure.Kind.MALFORMED, bad);
        }
    }

    /** Returns whether the response is complete with its head, or with the body received so far. */
    private boolean readHead(ClientExchange exchange, ByteBuffer in) throws MessageException {
        MessageHead<StatusLine> head;
        while ((head = heads.read(in)) != null && isInterim(head.line().status())) {
            if (head.line().status() == CONTINUE) {
                beginBody(writer);
            }
            if (++interim > MOST_INTERIM) {
                throw new MessageException(
                        MessageException.Kind.HEAD_TOO_LARGE, "more than " + MOST_INTERIM + " interim responses");
            }
        }
        if (head == null) {
            return false;
        }
        int status = head.line().status();
        long length = exchange.request.isHead() || status == 204 || status == 304 ? 0 : head.length(limits.bodyBytes());
        reusable = length != Framing.UNDEFINED && pool.options().keepAlive() && head.keepsAlive();
        exchange.received(status);
        exchange.handler.started(exchange);
        exchange.handler.head(new HttpResponse(status, HttpHeaders.received(head.fields())));
        if (length == 0) {
            return true;
        }
        inBody = true;
        untilEnd = length == Framing.UNDEFINED;
        bodies.begin(length);
        return bodies.read(in);
    }

    private static boolean isInterim(int status) throws MessageException {
        if (status < 100 || status == SWITCHING_PROTOCOLS) {
            throw new MessageException(MessageException.Kind.MALFORMED, "unexpected status: " + status);
        }
        return status < 200;
    }

    private void content(ByteBuffer piece) {
        ClientExchange exchange = Objects.requireNonNull(current);
        if (!exchange.isRevoked()) {
            exchange.handler.body(piece);
        }
    }

    private void complete(ClientExchange exchange, ByteBuffer in) {
        current = null;
        inBody = false;
        untilEnd = false;
        used = true;
        // If the head is answered, it has been sent, even if the engine reports that later; but the server may have
        // answered before it received the whole body.
        RequestWriter body = writer;
        boolean sent = !exchange.request.hasBody() || ((body == null || body.isFinished()) && connection.queued() == 0);
        endRequest();
        go();
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
        endRequest();
        state(kind);
        drop();
        if (exchange != null) {
            exchange.fail(kind, message, cause);
        }
    }

    private void state(HttpFailure.Kind kind) {
        CloseCause why = switch (kind) {
            case TIMEOUT -> CloseCause.READ_TIMEOUT;
            case MALFORMED, TOO_LARGE -> CloseCause.PROTOCOL_ERROR;
            case HANDLER -> CloseCause.CALLBACK_ERROR;
            default -> CloseCause.OURS;
        };
        if (why != CloseCause.OURS) {
            CloseCause.state(connection, why);
        }
    }

    private void late() {
        if (current == null) {
            CloseCause.state(connection, CloseCause.IDLE_TIMEOUT);
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
        RequestWriter body = writer;
        endRequest();
        boolean ofTheNetwork = cause == null || cause instanceof ConnectionResetException;
        boolean again = exchange != null
                && ofTheNetwork
                && used
                && !answered
                && !exchange.retried
                && (body == null || !body.isBegun())
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
                fail(HttpFailure.Kind.CANCELLED, "cancelled", null);
            } else {
                startAssigned(); // it may wait here, and is then failed instead
            }
        });
    }

    /** The handler of an exchange stops reading, or goes on; on any thread. */
    void pace(ClientExchange exchange, boolean pause) {
        if (Thread.currentThread().equals(inside)) {
            paceNow(exchange, pause);
        } else {
            connection.execute(() -> paceNow(exchange, pause));
        }
    }

    private void paceNow(ClientExchange exchange, boolean pause) {
        if (exchange.equals(current) && pause && !paused) {
            paused = true;
            connection.pause();
        } else if (exchange.equals(current) && !pause) {
            go();
        }
    }

    /** Reads on, if the handler of the exchange had stopped that. */
    private void go() {
        if (paused) {
            paused = false;
            connection.resume();
        }
    }

    /** Runs the task in a callback; on any thread. */
    void execute(Runnable task) {
        connection.execute(task);
    }

    /** The client is closing; on any thread. */
    void cancel() {
        connection.execute(() -> fail(HttpFailure.Kind.CANCELLED, "the client is closed", null));
    }
}
