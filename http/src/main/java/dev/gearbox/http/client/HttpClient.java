package dev.gearbox.http.client;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Engine;
import dev.gearbox.http.HttpLimits;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An HTTP/1.1 client on any engine. A connection carries one exchange at a time; when it is free it takes the next request to the same origin, and a
 * new connection is opened if none is free.
 *
 * <pre>
 *   send ──▶ origin: a free connection? ──▶ write request ── session ──▶ head, body, body, ..., complete
 *                │ no                            ▲                                              │
 *                └─▶ waiting ◀── a new one opens ─┴──────────── the connection is free ◀────────┘
 * </pre>
 *
 * <p>Limits: {@link HttpClientOptions#connectionsPerOrigin}, and {@link HttpLimits} for each exchange. An exchange whose kept connection turns out to
 * be closed by the server before the first byte of the response is retried once, on another connection, if its method is idempotent. A server may
 * answer before it has read a large request, except on engines whose thread blocks in write: there the exchange ends with its timeout. About a
 * thousand origins without a connection are remembered. To https origins it speaks TLS, verifies the server's name, and connects to the addresses of
 * that name only. Redirects are followed up to {@link HttpClientOptions#redirects}, by default none. Cookies and proxies are not supported; content codings are left to the
 * handler. Host names are resolved on threads of their own.
 */
public final class HttpClient implements AutoCloseable {
    /** At least this many origins are remembered, whether they are used or not. */
    static final int REMEMBERED = 1_000;

    private final Engine engine;
    private final HttpClientOptions options;
    private final ClientCounters counters = new ClientCounters();
    private final ConcurrentHashMap<HttpOrigin, OriginPool> origins = new ConcurrentHashMap<>();
    /** The number of origins at which unused ones are removed. Guarded by this. */
    private int many = REMEMBERED;

    private volatile boolean closed;

    private HttpClient(Engine engine, HttpClientOptions options) {
        this.engine = engine;
        this.options = options;
    }

    /** Creates a client on {@code engine} with default options. The caller closes the engine, after the client. */
    public static HttpClient over(Engine engine) {
        return over(engine, HttpClientOptions.DEFAULT);
    }

    /** Creates a client with other options. */
    public static HttpClient over(Engine engine, HttpClientOptions options) {
        return new HttpClient(engine, options);
    }

    /**
     * Sends a request. May be called from any thread, also within a callback of a session or a handler; it does not block.
     *
     * @param handler is notified of the outcome, by {@link HttpResponseHandler#complete} or {@link HttpResponseHandler#failed}, exactly once;
     *     possibly before this method returns
     * @return cancels the exchange: the handler fails with {@link HttpFailure.Kind#CANCELLED}, unless it has completed before; in a callback of the connection, which
     *     is then closed, or at once if the exchange has no connection yet
     * @throws IllegalArgumentException if the origin is not supported: https without {@code gearbox-tls}, or with a host that is not a valid name; the handler is
     *     not called
     */
    public Cancellable send(HttpRequest request, HttpResponseHandler handler) {
        if (options.redirects() > 0 || options.timeouts().whole().isPositive()) {
            ClientCall call = new ClientCall(this, options, request, handler);
            call.begin();
            return call;
        }
        ClientExchange exchange = new ClientExchange(request, handler, counters);
        send(exchange);
        return () -> exchange.cancel(HttpFailure.Kind.CANCELLED, "cancelled");
    }

    void send(ClientExchange exchange) {
        OriginPool pool;
        do {
            pool = pool(exchange.request.origin());
            exchange.pool = pool;
        } while (!pool.send(exchange));
        if (exchange.isRevoked()) {
            pool.cancel(exchange); // perhaps it was called off before the pool had it
        }
    }

    private OriginPool pool(HttpOrigin origin) {
        OriginPool pool = origins.get(origin);
        if (pool == null) {
            forgetUnused();
            pool = origins.computeIfAbsent(origin, another -> new OriginPool(another, engine, options));
        }
        if (closed) {
            pool.close(); // may have been created too late for close()
        }
        return pool;
    }

    /** If there are many origins, removes those without exchanges and connections. */
    private synchronized void forgetUnused() {
        if (origins.size() >= many) {
            origins.values().removeIf(OriginPool::forget);
            many = Math.max(REMEMBERED, 2 * origins.size());
        }
    }

    /** Returns the number of remembered origins. */
    int origins() {
        return origins.size();
    }

    /** Returns the number of connections that are open or being opened. */
    public int connections() {
        return origins.values().stream().mapToInt(OriginPool::connections).sum();
    }

    /** Returns what this client has counted. From any thread. */
    public HttpClientStats stats() {
        return counters.stats();
    }

    ClientCounters counters() {
        return counters;
    }

    /** Closes all connections; exchanges under way fail with {@link HttpFailure.Kind#CANCELLED}, and so do later ones. */
    @Override
    public void close() {
        closed = true;
        origins.values().forEach(OriginPool::close);
    }
}
