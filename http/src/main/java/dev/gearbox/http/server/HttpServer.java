package dev.gearbox.http.server;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.http.HttpLimits;
import dev.gearbox.http.HttpStats;
import dev.gearbox.http.message.StatusCounters;
import java.util.function.LongSupplier;

/**
 * An HTTP/1.1 server as a protocol, for {@link dev.gearbox.core.Engine#listen} on any engine, under TLS or under an offload. Each connection reads
 * one whole request, answers it, and reads the next.
 *
 * <pre>
 *   bytes ──▶ head ──▶ body, bounded ──▶ handler ── now or later ──▶ answer ──▶ the next head, or the end
 *                │            │
 *                └────────────┴─ not valid, too long, too late: 400, 408, 413, 414, 417, 431, 501, 505, and the end
 * </pre>
 *
 * <p>A request that arrives before the previous one is answered has to wait: reading is paused, and nothing is lost or reordered. So pipelining
 * works, one request at a time, and costs no more memory than one read; nor is a request processed while more output is queued than {@link
 * dev.gearbox.core.Options#highWater}. A connection is bounded by its {@link HttpLimits}: an idle one holds no buffer, one that is sending a request
 * holds what has been received of its body. {@link #streaming} holds none of it.
 */
public final class HttpServer implements Protocol {
    private final HttpHandler handler;
    private final boolean streaming;
    private final HttpLimits limits;
    private final boolean abandoning;
    private final LongSupplier clock;
    private final StatusCounters statuses;

    private HttpServer(
            HttpHandler handler,
            boolean streaming,
            HttpLimits limits,
            boolean abandoning,
            LongSupplier clock,
            StatusCounters statuses) {
        this.handler = handler;
        this.streaming = streaming;
        this.limits = limits;
        this.abandoning = abandoning;
        this.clock = clock;
        this.statuses = statuses;
    }

    /** Creates a server with {@link HttpLimits#DEFAULT}. */
    public static HttpServer of(HttpHandler handler) {
        return of(handler, HttpLimits.DEFAULT);
    }

    /** Creates a server with other limits. */
    public static HttpServer of(HttpHandler handler, HttpLimits limits) {
        return of(handler, limits, System::nanoTime);
    }

    /** Creates a server with another clock, in nanoseconds. */
    static HttpServer of(HttpHandler handler, HttpLimits limits, LongSupplier clock) {
        return new HttpServer(handler, false, limits, false, clock, new StatusCounters());
    }

    /**
     * Creates a server whose handler is called before the body of a request arrives and receives it in pieces, so that bodies may be larger than the memory.
     *
     * @param limits {@link HttpLimits#bodyBytes} bounds a body, and {@link HttpLimits#message} the time of a head. For the time of a body there is no
     *     limit, but a client that sends nothing of it for {@link HttpLimits#idle}, while the handler reads, is answered with status 408
     */
    public static HttpServer streaming(StreamingHandler handler, HttpLimits limits) {
        return streaming(handler, limits, System::nanoTime);
    }

    /** Creates a streaming server with another clock, in nanoseconds. */
    static HttpServer streaming(StreamingHandler handler, HttpLimits limits, LongSupplier clock) {
        return new HttpServer(
                exchange -> handler.handle(exchange, exchange.stream()),
                true,
                limits,
                false,
                clock,
                new StatusCounters());
    }

    /**
     * Returns the same server, for clients that end their side only when they are gone. HTTP allows a client to end its side and to wait for the response, so
     * by default the end of input during a request says nothing. Here it aborts the connection, and {@link HttpExchange#onClosed} is called at once instead
     * of after the next write that fails: for work that is worth stopping.
     */
    public HttpServer abandonedAtEnd() {
        return new HttpServer(handler, streaming, limits, true, clock, statuses);
    }

    @Override
    public Session open(Connection connection) {
        return new ServerSession(connection, handler, streaming, limits, abandoning, clock, statuses);
    }

    /** Returns how many responses of each class of status its connections have sent. From any thread. */
    public HttpStats stats() {
        return statuses.stats();
    }
}
