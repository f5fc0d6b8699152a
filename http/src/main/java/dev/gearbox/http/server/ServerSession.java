package dev.gearbox.http.server;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.http.GrowingBody;
import dev.gearbox.http.HttpHeaders;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.message.BodyReader;
import dev.gearbox.http.message.Deadline;
import dev.gearbox.http.message.HeadReader;
import dev.gearbox.http.message.MessageException;
import dev.gearbox.http.message.MessageHead;
import dev.gearbox.http.message.OutboundProgress;
import dev.gearbox.http.message.RequestLine;
import dev.gearbox.http.message.StatusCounters;
import java.lang.System.Logger.Level;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The server's half of one connection: reads a request, answers it, reads the next, unless the client does not read its responses: then further
 * requests stay unread. After the last response it half-closes and discards further input until the client ends as well or, when everything is sent,
 * one second has passed: closing at once would make the kernel discard the response.
 */
final class ServerSession implements Session {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.http");
    private static final Duration DRAIN = Duration.ofSeconds(1);
    private static final ByteBuffer CONTINUE = ByteBuffer.wrap(
                    "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.ISO_8859_1))
            .asReadOnlyBuffer();
    private static final HttpHeaders TEXT = HttpHeaders.of("Content-Type", "text/plain; charset=utf-8");

    private final Connection connection;
    private final HttpHandler handler;
    private final boolean streaming;
    private final HttpLimits limits;
    private final boolean abandoning;
    private final StatusCounters statuses;
    private final OutboundProgress outgoing;
    private final HeadReader<RequestLine> heads;
    private final BodyReader bodies;
    private final GrowingBody body = new GrowingBody();
    private final Deadline deadline;

    private enum State {
        HEAD,
        BODY,
        /** The handler has the head, and receives the body. */
        STREAMING,
        ANSWERING,
        /** Another protocol has the connection. */
        UPGRADED,
        DRAINING
    }

    private State state = State.HEAD;
    private @Nullable RequestHead head;
    private @Nullable HttpExchange exchange;
    private @Nullable Session upgraded;

    /** The first bytes of a request have arrived, and its timeout is running. */
    private boolean begun;

    /** The client waits for 100 before it sends the body that the handler streams. */
    private boolean expectsContinue;

    private boolean paused;
    private boolean clientEnded;
    /** The engine or the listener ends: no further request is answered. */
    private boolean stopping;

    /** For how long none of the queued bytes had been sent at the last check. */
    private Duration stuck = Duration.ZERO;

    /** The thread that is inside a callback of this session; exact only when read by that thread. */
    private volatile @Nullable Thread inside;

    ServerSession(
            Connection connection,
            HttpHandler handler,
            boolean streaming,
            HttpLimits limits,
            boolean abandoning,
            LongSupplier clock,
            StatusCounters statuses) {
        this.connection = connection;
        this.handler = handler;
        this.streaming = streaming;
        this.limits = limits;
        this.abandoning = abandoning;
        this.statuses = statuses;
        outgoing = new OutboundProgress(connection);
        heads = HeadReader.ofRequests(limits);
        bodies = BodyReader.ofRequests(limits, this::content);
        deadline = new Deadline(connection, clock, this::late);
        watch();
    }

    Connection connection() {
        return connection;
    }

    /** All output goes through this method. */
    boolean write(ByteBuffer data) {
        return outgoing.write(data);
    }

    /** Begins a response. */
    void writeHead(int status, ByteBuffer head) {
        statuses.count(status);
        write(head);
    }

    /** Returns whether another request may follow. */
    boolean stays() {
        return !clientEnded && !stopping;
    }

    /** Runs the task in a callback: now, if this is one. */
    void perform(Runnable task) {
        if (Thread.currentThread().equals(inside)) {
            task.run();
        } else {
            connection.execute(() -> enter(task));
        }
    }

    /** Runs the task, in a callback. */
    void enter(Runnable task) {
        Thread before = inside;
        inside = Thread.currentThread();
        try {
            task.run();
        } catch (RuntimeException thrown) {
            LOG.log(Level.WARNING, () -> "a task of an HTTP exchange threw; its connection is closed", thrown);
            throw thrown;
        } finally {
            inside = before;
        }
    }

    @Override
    public void received(ByteBuffer in) {
        inside = Thread.currentThread();
        try {
            boolean more = true;
            while (more && in.hasRemaining()) {
                more = read(in);
            }
            if (!outgoing.isAbove() && (in.hasRemaining() || state == State.BODY || heads.isBegun())) {
                begin();
            }
        } finally {
            inside = null;
        }
    }

    /** A request is under way, and not complete. */
    private void begin() {
        if (!begun && (state == State.HEAD || state == State.BODY)) {
            begun = true;
            deadline.in(limits.message());
        }
    }

    /** Reads one step; returns false if it has to wait for more input. */
    private boolean read(ByteBuffer in) {
        try {
            return switch (state) {
                case HEAD -> outgoing.isAbove() ? hold() : readHead(in);
                case BODY -> bodies.read(in) && handle(State.ANSWERING);
                case STREAMING -> readStream(in);
                case ANSWERING -> hold();
                case UPGRADED -> {
                    Objects.requireNonNull(upgraded).received(in);
                    yield false;
                }
                case DRAINING -> {
                    in.position(in.limit());
                    yield false;
                }
            };
        } catch (HttpStatusException refused) {
            refuse(refused.status(), CloseCause.PROTOCOL_ERROR, String.valueOf(refused.getMessage()));
        } catch (MessageException bad) {
            if (exchange == null) {
                refuse(bad.kind().status(), CloseCause.PROTOCOL_ERROR, String.valueOf(bad.getMessage()));
            } else {
                abandon(exchange, bad.kind().status(), CloseCause.PROTOCOL_ERROR, bad);
            }
        }
        return true;
    }

    /** Returns false if the body is incomplete, or its reader does not want more of it now. */
    private boolean readStream(ByteBuffer in) throws MessageException {
        HttpExchange reading = Objects.requireNonNull(exchange);
        if (!reading.stream().isWanted()) {
            return hold();
        }
        watch();
        if (!bodies.read(in)) {
            return false;
        }
        if (state == State.STREAMING) {
            state = State.ANSWERING;
            reading.stream().complete();
        }
        return true;
    }

    /** Receives the bytes of bodies. What follows after a streamed one was answered is discarded. */
    private void content(ByteBuffer piece) {
        HttpExchange reading = exchange;
        if (!streaming) {
            body.add(piece);
        } else if (reading != null) {
            reading.stream().piece(piece);
        }
    }

    /** The handler has begun to read the body, or goes on; in a callback. */
    void bodyWanted(HttpExchange reading) {
        if (state == State.STREAMING) {
            if (expectsContinue && !reading.isBegun()) {
                write(CONTINUE.duplicate());
            }
            expectsContinue = false;
            watch();
            release();
        } else if (state == State.ANSWERING) {
            reading.stream().complete();
        }
    }

    /** Returns whether the client may still send a part of the current request. */
    boolean isReceiving() {
        return state == State.STREAMING;
    }

    /** The body of a request that is being handled will never be complete. */
    private void abandon(HttpExchange reading, int status, CloseCause why, Exception cause) {
        if (reading.isBegun()) {
            reading.wasClosed(cause);
            exchange = null;
            CloseCause.state(connection, why);
            connection.close();
        } else {
            reading.wasRefused(status, cause);
            refuse(status, why, String.valueOf(cause.getMessage()));
        }
    }

    /** Pauses reading: received bytes, and the end of input, wait for {@link #release}. */
    private boolean hold() {
        paused = true;
        connection.pause();
        return false;
    }

    private void release() {
        if (paused) {
            paused = false;
            connection.resume();
        }
    }

    private boolean readHead(ByteBuffer in) throws MessageException, HttpStatusException {
        MessageHead<RequestLine> request = heads.read(in);
        if (request == null) {
            return false;
        }
        RequestHead next = RequestHead.of(request, limits);
        head = next;
        if (streaming) {
            bodies.begin(next.length());
            expectsContinue = next.expectsContinue() && !in.hasRemaining();
            return handle(next.length() == 0 ? State.ANSWERING : State.STREAMING);
        }
        if (next.length() == 0) {
            return handle(State.ANSWERING);
        }
        state = State.BODY;
        body.expect(next.length());
        bodies.begin(next.length());
        if (next.expectsContinue() && !in.hasRemaining()) {
            write(CONTINUE.duplicate());
        }
        return true;
    }

    private boolean handle(State during) {
        HttpExchange next = new HttpExchange(this, Objects.requireNonNull(head), body.take(), streaming);
        head = null;
        begun = false;
        exchange = next;
        state = during;
        watch();
        try {
            handler.handle(next);
        } catch (RuntimeException thrown) {
            LOG.log(Level.WARNING, () -> "the handler of " + next.method() + " " + next.target() + " threw", thrown);
            if (next.isBegun()) {
                throw thrown;
            }
            next.wasRefused(500, thrown);
            refuse(500, CloseCause.CALLBACK_ERROR, "the server could not handle this request");
        }
        return true;
    }

    /** Called when the exchange's response is complete. */
    void answered(boolean keepAlive) {
        exchange = null;
        if (!keepAlive || stopping || state == State.STREAMING) {
            drain();
            return;
        }
        state = State.HEAD;
        watch();
        if (!outgoing.isAbove()) {
            release();
        }
    }

    /** The head of the response is sent: the rest of the connection belongs to that protocol. */
    void upgrade(Protocol protocol) {
        exchange = null;
        state = State.UPGRADED;
        deadline.clear();
        release(); // first: the session may pause when it is opened
        Session next = protocol.open(connection);
        upgraded = next;
        if (stopping && next.stopping()) {
            connection.close();
        }
    }

    /** Returns whether the connection may change its protocol: the whole request has been read, and the client has not ended its side. */
    boolean isUpgradable() {
        return state == State.ANSWERING && !clientEnded;
    }

    private void refuse(int status, CloseCause cause, String why) {
        exchange = null;
        CloseCause.state(connection, cause);
        ByteBuffer text = ByteBuffer.wrap((why + "\n").getBytes(StandardCharsets.UTF_8));
        writeHead(status, ResponseHead.of(status, TEXT, text.remaining(), ResponseHead.ConnectionHeader.ENDS));
        write(text);
        drain();
    }

    private void drain() {
        state = State.DRAINING;
        begun = false;
        watch();
        connection.end();
        release();
    }

    /** Starts to watch the client's progress. */
    private void watch() {
        stuck = Duration.ZERO;
        deadline.in(period());
    }

    private Duration period() {
        return state == State.DRAINING ? DRAIN : limits.idle();
    }

    private void late() {
        if (begun) {
            enter(() -> refuse(408, CloseCause.READ_TIMEOUT, "the request was not complete after " + limits.message()));
            return;
        }
        HttpExchange reading = exchange;
        if (state == State.STREAMING && reading != null && reading.stream().isWanted() && !outgoing.isAbove()) {
            enter(() -> abandon(
                    reading,
                    408,
                    CloseCause.READ_TIMEOUT,
                    new SocketTimeoutException("nothing of the body arrived for " + limits.idle())));
            return;
        }
        stuck = outgoing.moves() ? Duration.ZERO : stuck.plus(period());
        boolean patient = outgoing.waits()
                ? stuck.compareTo(limits.idle()) < 0
                : state == State.ANSWERING || state == State.STREAMING;
        if (stuck.isZero() || patient) {
            deadline.in(period());
        } else {
            LOG.log(Level.DEBUG, () -> connection + (outgoing.waits() ? " does not read its response" : " is idle"));
            if (outgoing.waits()) {
                CloseCause.state(connection, CloseCause.WRITE_TIMEOUT);
                connection.abort();
            } else {
                // While it drains, the client has its last response and only has not ended its side.
                if (state != State.DRAINING) {
                    CloseCause.state(connection, CloseCause.IDLE_TIMEOUT);
                }
                connection.close();
            }
        }
    }

    @Override
    public void writable() {
        outgoing.becameWritable();
        HttpExchange answering = exchange;
        if (answering != null) {
            enter(answering::becameWritable);
        } else if (upgraded != null) {
            upgraded.writable();
        } else {
            release();
        }
    }

    @Override
    public boolean ended() {
        clientEnded = true;
        if (upgraded != null) {
            return upgraded.ended();
        }
        boolean answering = state == State.ANSWERING;
        if (answering && abandoning) {
            connection.abort();
            return false;
        }
        return answering;
    }

    /** Closes an idle connection at once, and a busy one after its response, which has {@code Connection: close} unless its head is already sent. */
    @Override
    public boolean stopping() {
        stopping = true;
        if (upgraded != null) {
            return upgraded.stopping();
        }
        boolean idle = state == State.HEAD && !begun && !paused;
        if (idle && outgoing.waits()) {
            drain();
        }
        return idle && state == State.HEAD;
    }

    @Override
    public boolean closing() {
        return upgraded == null || upgraded.closing();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        if (upgraded != null) {
            upgraded.closed(cause);
        }
        HttpExchange unanswered = exchange;
        exchange = null;
        if (unanswered != null) {
            unanswered.wasClosed(cause);
        }
    }
}
