package dev.gearbox.http.client;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.http.HttpLimits;
import java.util.function.UnaryOperator;
import javax.net.ssl.SSLContext;

/**
 * How a client uses connections; {@link #DEFAULT} suits most programs.
 *
 * @param limits what servers may send, and how long they may take
 * @param connection options of every connection: the connect timeout, the socket's buffers; above {@link Options#highWater} a streamed request waits. A
 *     request in memory is queued whole. Reading goes on, because a server may answer before it has read the request
 * @param keepAlive whether a connection is kept for the next request; if not, each request uses its own and sends {@code Connection: close}
 * @param connectionsPerOrigin the most connections to one origin; further requests wait for one, without a timeout. On an engine with a thread for
 *     each connection this must not exceed the number of its threads
 * @param dialer opens connections: {@link HttpDialer#DEFAULT} by default
 * @param timeouts how long the phases of an exchange may take
 * @param redirects how many redirects of one request are followed; 0: none, the handler receives them. A request is repeated without its fields with credentials at
 *     another origin, and never at an http address after an https one. One whose body is streamed is followed only where it becomes a GET
 */
public record HttpClientOptions(
        HttpLimits limits,
        Options connection,
        boolean keepAlive,
        int connectionsPerOrigin,
        HttpDialer dialer,
        HttpTimeouts timeouts,
        int redirects) {
    /** {@link HttpLimits#DEFAULT}, {@link Options#DEFAULT}, keep-alive, no limit on connections, https with the JDK's default context. */
    public static final HttpClientOptions DEFAULT = new HttpClientOptions(
            HttpLimits.DEFAULT, Options.DEFAULT, true, Integer.MAX_VALUE, HttpDialer.DEFAULT, HttpTimeouts.DEFAULT, 0);

    public HttpClientOptions {
        if (connectionsPerOrigin < 1) {
            throw new IllegalArgumentException(
                    "connectionsPerOrigin is " + connectionsPerOrigin + " and must be from 1");
        }
        if (redirects < 0) {
            throw new IllegalArgumentException("redirects is " + redirects + " and must be from 0");
        }
    }

    /** Returns a copy with other limits. */
    public HttpClientOptions withLimits(HttpLimits others) {
        return new HttpClientOptions(others, connection, keepAlive, connectionsPerOrigin, dialer, timeouts, redirects);
    }

    /** Returns a copy with other options of connections. */
    public HttpClientOptions withConnection(Options options) {
        return new HttpClientOptions(limits, options, keepAlive, connectionsPerOrigin, dialer, timeouts, redirects);
    }

    /** Returns a copy with keep-alive on or off. */
    public HttpClientOptions withKeepAlive(boolean kept) {
        return new HttpClientOptions(limits, connection, kept, connectionsPerOrigin, dialer, timeouts, redirects);
    }

    /** Returns a copy with another limit of connections. */
    public HttpClientOptions withConnectionsPerOrigin(int bound) {
        return new HttpClientOptions(limits, connection, keepAlive, bound, dialer, timeouts, redirects);
    }

    /** Returns a copy with another dialer. */
    public HttpClientOptions withDialer(HttpDialer other) {
        return new HttpClientOptions(limits, connection, keepAlive, connectionsPerOrigin, other, timeouts, redirects);
    }

    /** Returns a copy with other time-outs. */
    public HttpClientOptions withTimeouts(HttpTimeouts others) {
        return new HttpClientOptions(limits, connection, keepAlive, connectionsPerOrigin, dialer, others, redirects);
    }

    /** Returns a copy that follows so many redirects of one request. */
    public HttpClientOptions withRedirects(int most) {
        return new HttpClientOptions(limits, connection, keepAlive, connectionsPerOrigin, dialer, timeouts, most);
    }

    /** Returns a copy whose https connections use this context: {@link HttpDialer#secure}. Replaces the dialer. */
    public HttpClientOptions withTls(SSLContext context) {
        return withDialer(HttpDialer.secure(context));
    }

    /**
     * Returns a copy with the same dialer whose sessions are decorated, for example {@code protocol -> Offload.to(executor, protocol)}; for https the
     * decorator works on the decrypted bytes. It is called once for each origin (again for one that was forgotten: see {@link HttpClient}); the caller
     * closes what it creates, after the engine.
     */
    public HttpClientOptions decorated(UnaryOperator<Protocol> decorator) {
        return withDialer((origin, protocol) -> dialer.to(origin, decorator.apply(protocol)));
    }
}
