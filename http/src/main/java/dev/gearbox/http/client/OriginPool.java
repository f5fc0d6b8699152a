package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.http.message.MessageReader;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.apache.hc.core5.http.config.Http1Config;

/**
 * A client's connections to one origin, and the exchanges that wait for one. A connection that opens or gets free takes the exchange that has
 * waited longest, whichever it was made for; so no exchange waits while a connection is free. The one that was used last goes first: the others
 * may grow old and be closed.
 *
 * <p>From any thread: the lock is held for a few instructions, never while somebody else's code runs.
 */
final class OriginPool implements Protocol {
    private final HttpOrigin origin;
    private final Engine engine;
    private final HttpClientOptions options;
    private final Options connection;
    private final HttpDialer.Connector line;
    private final Http1Config config;

    private final ArrayDeque<ClientExchange> waiting = new ArrayDeque<>();
    private final LinkedHashSet<ClientSession> idle = new LinkedHashSet<>();
    private final Set<ClientSession> open = new java.util.HashSet<>();
    private int connecting;

    /** A thread makes connections. */
    private boolean connects;

    private boolean closed;
    private boolean forgotten;

    OriginPool(HttpOrigin origin, Engine engine, HttpClientOptions options) {
        this.origin = origin;
        this.engine = engine;
        this.options = options;
        config = MessageReader.config(options.limits());
        // A request is queued whole, whatever its size, and a server may answer before it has read it, so nobody stops
        // listening to it.
        connection = options.connection()
                .withWater(Integer.MAX_VALUE, options.connection().lowWater());
        line = options.dialer().to(origin, this);
    }

    HttpClientOptions options() {
        return options;
    }

    Http1Config config() {
        return config;
    }

    synchronized int connections() {
        return open.size() + connecting;
    }

    /**
     * An exchange begins.
     *
     * @return false if this pool was forgotten: it belongs into another
     */
    boolean send(ClientExchange exchange) {
        ClientSession free;
        synchronized (this) {
            if (forgotten) {
                return false;
            }
            free = closed || idle.isEmpty() ? null : idle.removeLast();
            if (free != null) {
                assign(free, exchange);
            } else if (!closed) {
                waiting.addLast(exchange);
            }
        }
        if (free != null) {
            free.wake();
        } else {
            serveWaiting(exchange);
        }
        return true;
    }

    /** An exchange is to be tried once more: not on a connection that is kept, for the server may have closed them all. */
    void again(ClientExchange exchange) {
        synchronized (this) {
            if (!closed) {
                waiting.addFirst(exchange);
            }
        }
        serveWaiting(exchange);
    }

    /** The exchange waits, unless the client is closed, which stays so. */
    private void serveWaiting(ClientExchange exchange) {
        boolean late;
        synchronized (this) {
            late = closed;
        }
        if (late) {
            exchange.fail(HttpFailure.Kind.CANCELLED, "the client is closed", null);
        } else {
            connectForWaiting();
        }
    }

    /** Whether it has no connection and no exchange; then it takes none any more. */
    synchronized boolean forget() {
        forgotten |= open.isEmpty() && connecting == 0 && waiting.isEmpty();
        return forgotten;
    }

    private static void assign(ClientSession session, ClientExchange exchange) {
        exchange.session = session;
        session.assigned = exchange;
    }

    /**
     * Makes connections as long as more exchanges wait than connections are on their way, and there is room. One thread does so at a time: a
     * connection that fails at once comes back here, and must not go deeper with each exchange that waits.
     */
    private void connectForWaiting() {
        synchronized (this) {
            if (connects) {
                return; // whoever does so sees, before he stops, what has changed
            }
            connects = true;
        }
        while (roomToConnect()) {
            connect();
        }
    }

    private synchronized boolean roomToConnect() {
        connects = !closed
                && connecting < waiting.size()
                && (long) open.size() + connecting < options.connectionsPerOrigin();
        connecting += connects ? 1 : 0;
        return connects;
    }

    private void connect() {
        try {
            InetSocketAddress address = new InetSocketAddress(origin.host(), origin.port());
            if (address.isUnresolved()) {
                throw new UnknownHostException("no such host: " + origin.host());
            }
            line.connect(engine, address, connection).whenComplete((_, failure) -> {
                if (failure instanceof CompletionException wrapped && wrapped.getCause() != null) {
                    notConnected(wrapped.getCause());
                } else if (failure != null) {
                    notConnected(failure);
                }
            });
        } catch (UnknownHostException | RuntimeException failure) {
            notConnected(failure);
        }
    }

    /** A connection failed. If more exchanges wait than there will be connections, the one that has waited longest fails with it. */
    private void notConnected(Throwable failure) {
        ClientExchange unserved;
        synchronized (this) {
            connecting--;
            unserved = waiting.size() > connecting ? waiting.poll() : null;
        }
        if (unserved != null) {
            unserved.fail(HttpFailure.Kind.CONNECT, String.valueOf(failure.getMessage()), failure);
        }
        connectForWaiting();
    }

    /** A connection has opened. */
    @Override
    public Session open(Connection connection) {
        ClientSession session = new ClientSession(this, connection);
        boolean late;
        synchronized (this) {
            connecting--;
            open.add(session);
            late = closed;
            offer(session);
        }
        session.opened();
        if (late) {
            connection.close();
        }
        return session;
    }

    /** The session is free: it gets what waits, or is kept. Under the lock. */
    private void offer(ClientSession session) {
        ClientExchange next = closed ? null : waiting.poll();
        if (next != null) {
            assign(session, next);
        } else if (!closed) {
            idle.add(session);
        }
    }

    /** A connection's exchange is over and it can take another: in that session's callback, which starts what is assigned when it returns. */
    synchronized void free(ClientSession session) {
        offer(session);
    }

    /**
     * A connection is no good any more, though it may still be open. It is given nothing from now on; what it was given and has not begun, perhaps at
     * this very moment, waits for another.
     */
    void gone(ClientSession session) {
        boolean counted;
        ClientExchange unsent;
        synchronized (this) {
            idle.remove(session);
            counted = open.remove(session);
            unsent = session.assigned;
            session.assigned = null;
        }
        if (unsent != null) {
            again(unsent);
        } else if (counted) {
            connectForWaiting();
        }
    }

    void cancel(ClientExchange exchange) {
        ClientSession session;
        synchronized (this) {
            waiting.remove(exchange);
            session = exchange.session;
        }
        exchange.fail(HttpFailure.Kind.CANCELLED, "called off", null);
        if (session != null) {
            session.drop(exchange);
        }
    }

    void close() {
        List<ClientExchange> unserved;
        List<ClientSession> sessions;
        synchronized (this) {
            closed = true;
            unserved = List.copyOf(waiting);
            waiting.clear();
            sessions = new ArrayList<>(open);
            idle.clear();
        }
        unserved.forEach(exchange -> exchange.fail(HttpFailure.Kind.CANCELLED, "the client is closed", null));
        sessions.forEach(ClientSession::cancel);
    }
}
