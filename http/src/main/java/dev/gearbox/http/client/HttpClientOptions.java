package dev.gearbox.http.client;

import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.http.HttpLimits;
import java.util.function.UnaryOperator;

/**
 * How a client treats its connections; {@link #DEFAULT} suits most.
 *
 * @param limits what servers may send, and how long they may take
 * @param connection of every connection: the connect time-out, the socket's buffers; not {@link Options#highWater}, for a request is queued
 *     whole and a server may answer before it has read it
 * @param keepAlive whether a connection is kept for the next request; if not, every request has its own and says so
 * @param connectionsPerOrigin so many connections may there be to one origin; requests beyond wait for one, as long as it takes. An engine that
 *     has a thread for each connection needs this to be the number of its threads at most
 * @param dialer makes connections: plain ones by default
 */
public record HttpClientOptions(
        HttpLimits limits, Options connection, boolean keepAlive, int connectionsPerOrigin, HttpDialer dialer) {
    /** {@link HttpLimits#DEFAULT}, {@link Options#DEFAULT}, connections are kept, any number of them, plain. */
    public static final HttpClientOptions DEFAULT =
            new HttpClientOptions(HttpLimits.DEFAULT, Options.DEFAULT, true, Integer.MAX_VALUE, HttpDialer.PLAIN);

    public HttpClientOptions {
        if (connectionsPerOrigin < 1) {
            throw new IllegalArgumentException(
                    "connectionsPerOrigin is " + connectionsPerOrigin + " and must be from 1");
        }
    }

    /** The same with other limits. */
    public HttpClientOptions withLimits(HttpLimits others) {
        return new HttpClientOptions(others, connection, keepAlive, connectionsPerOrigin, dialer);
    }

    /** The same with other options of connections. */
    public HttpClientOptions withConnection(Options options) {
        return new HttpClientOptions(limits, options, keepAlive, connectionsPerOrigin, dialer);
    }

    /** The same with connections kept, or not. */
    public HttpClientOptions withKeepAlive(boolean kept) {
        return new HttpClientOptions(limits, connection, kept, connectionsPerOrigin, dialer);
    }

    /** The same with another bound. */
    public HttpClientOptions withConnectionsPerOrigin(int bound) {
        return new HttpClientOptions(limits, connection, keepAlive, bound, dialer);
    }

    /** The same with another way to make connections. */
    public HttpClientOptions withDialer(HttpDialer other) {
        return new HttpClientOptions(limits, connection, keepAlive, connectionsPerOrigin, other);
    }

    /**
     * The same with plain connections whose sessions are decorated, for example {@code protocol -> Offload.to(executor, protocol)}. It is
     * called once for each origin (again for one that was forgotten: see {@link HttpClient}); what it makes stays the caller's to close, after the
     * engine.
     */
    public HttpClientOptions decorated(UnaryOperator<Protocol> decorator) {
        return withDialer((origin, protocol) -> HttpDialer.PLAIN.to(origin, decorator.apply(protocol)));
    }
}
