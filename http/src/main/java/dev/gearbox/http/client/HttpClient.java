package dev.gearbox.http.client;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.Engine;
import dev.gearbox.http.HttpLimits;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An HTTP/1.1 client over any engine. One exchange at a time on a connection; a connection that is free again takes the next request to the
 * same origin, and where there is none free a new one is made.
 *
 * <pre>
 *   send ──▶ origin: a free connection? ──▶ write request ── session ──▶ head, body, body, ..., complete
 *                │ no                            ▲                                              │
 *                └─▶ waiting ◀── a new one opens ─┴──────────── the connection is free ◀────────┘
 * </pre>
 *
 * <p>What bounds it: {@link HttpClientOptions#connectionsPerOrigin}, and {@link HttpLimits} for each exchange. An exchange that finds its kept
 * connection closed by the server before a byte of the response came is tried once more, on another, if its method is idempotent. A server
 * that answers before it has read a large request is heard meanwhile, except on engines whose thread blocks in writing: there the exchange ends when
 * its time is up. Of origins without a connection about a thousand are remembered. There are no redirects, no cookies, no proxies; a content coding is the handler's affair. Names are looked up by the thread that sends.
 */
public final class HttpClient implements AutoCloseable {
    /** So many origins are remembered at least, whether they are used or not. */
    static final int REMEMBERED = 1_000;

    private final Engine engine;
    private final HttpClientOptions options;
    private final ConcurrentHashMap<HttpOrigin, OriginPool> origins = new ConcurrentHashMap<>();
    /** At so many origins it looks which of them are not needed. Guarded by this. */
    private int many = REMEMBERED;

    private volatile boolean closed;

    private HttpClient(Engine engine, HttpClientOptions options) {
        this.engine = engine;
        this.options = options;
    }

    /** Over {@code engine}, which stays the caller's to close, after this. */
    public static HttpClient over(Engine engine) {
        return over(engine, HttpClientOptions.DEFAULT);
    }

    /** The same, otherwise than by default. */
    public static HttpClient over(Engine engine, HttpClientOptions options) {
        return new HttpClient(engine, options);
    }

    /**
     * Sends a request. From any thread, also from within a callback of a session or a handler; it does not wait, unless a name has to be looked up.
     *
     * @param handler learns what came of it, by {@link HttpResponseHandler#complete} or {@link HttpResponseHandler#failed}, exactly once;
     *     possibly before this returns
     * @return calls it off: the handler fails with {@link HttpFailure.Kind#CANCELLED} if nothing else came before
     * @throws IllegalArgumentException if the address is https and the client's connections are not encrypted; the handler learns nothing
     */
    public Cancellable send(HttpRequest request, HttpResponseHandler handler) {
        ClientExchange exchange = new ClientExchange(request, handler);
        OriginPool pool;
        do {
            pool = pool(request.origin());
        } while (!pool.send(exchange));
        OriginPool taken = pool;
        return () -> taken.cancel(exchange);
    }

    private OriginPool pool(HttpOrigin origin) {
        OriginPool pool = origins.get(origin);
        if (pool == null) {
            forgetUnused();
            pool = origins.computeIfAbsent(origin, another -> new OriginPool(another, engine, options));
        }
        if (closed) {
            pool.close(); // it may have come too late for close()
        }
        return pool;
    }

    /** When there are many: those to which nothing goes, and no connection is kept. */
    private synchronized void forgetUnused() {
        if (origins.size() >= many) {
            origins.values().removeIf(OriginPool::forget);
            many = Math.max(REMEMBERED, 2 * origins.size());
        }
    }

    /** Origins that it remembers. */
    int origins() {
        return origins.size();
    }

    /** Connections that are open or being made. */
    public int connections() {
        return origins.values().stream().mapToInt(OriginPool::connections).sum();
    }

    /** Closes all connections; what is under way fails with {@link HttpFailure.Kind#CANCELLED}, and so does what is sent later. */
    @Override
    public void close() {
        closed = true;
        origins.values().forEach(OriginPool::close);
    }
}
