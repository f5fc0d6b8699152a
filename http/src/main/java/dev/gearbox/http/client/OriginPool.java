package dev.gearbox.http.client;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.net.InetSocketAddress;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import javax.net.ssl.SSLException;

/**
 * A client's connections to one origin, and the exchanges that wait for one. A connection that opens or becomes free takes the exchange that has
 * waited longest, whichever exchange it was opened for; so no exchange waits while a connection is free. Of several free connections the most
 * recently used one goes first, so that the others can reach their idle timeout.
 *
 * <p>Thread-safe: the lock is held for a few instructions, never while other code is called.
 */
final class OriginPool implements Protocol {
    private final HttpOrigin origin;
    private final Engine engine;
    private final HttpClientOptions options;
    private final Options connection;
    private final HttpDialer.Connector line;
    private final InetSocketAddress address;

    private final ArrayDeque<ClientExchange> waiting = new ArrayDeque<>();
    private final LinkedHashSet<ClientSession> idle = new LinkedHashSet<>();
    private final Set<ClientSession> open = new java.util.HashSet<>();
    private int connecting;

    /** A thread is opening connections. */
    private boolean connects;

    private boolean closed;
    private boolean forgotten;

    OriginPool(HttpOrigin origin, Engine engine, HttpClientOptions options) {
        this.origin = origin;
        this.engine = engine;
        this.options = options;
        // A server may answer before it has read a whole request, so reading never stops.
        connection = options.connection().toBuilder().readsAboveHighWater(true).build();
        address = origin.address();
        line = options.dialer().to(origin, this);
    }

    HttpClientOptions options() {
        return options;
    }

    synchronized int connections() {
        return open.size() + connecting;
    }

    /**
     * Starts an exchange.
     *
     * @return false if this pool has been forgotten: the exchange belongs into another
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

    /** Retries an exchange: not on a kept connection, since the server may have closed all of them. */
    void again(ClientExchange exchange) {
        synchronized (this) {
            if (!closed) {
                waiting.addFirst(exchange);
            }
        }
        serveWaiting(exchange);
    }

    /** The exchange waits, unless the client is closed, which is final. */
    private void serveWaiting(ClientExchange exchange) {
        if (exchange.isRevoked()) {
            cancel(exchange);
            return;
        }
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

    /** Returns whether it has no connection and no exchange; it accepts none from then on. */
    synchronized boolean forget() {
        forgotten |= open.isEmpty() && connecting == 0 && waiting.isEmpty();
        return forgotten;
    }

    private static void assign(ClientSession session, ClientExchange exchange) {
        exchange.session = session;
        session.assigned = exchange;
    }

    /**
     * Opens connections as long as more exchanges wait than connections are being opened, and the limit allows it. One thread does so at a time: a
     * connection that fails at once calls this method again, which must not recurse for each waiting exchange.
     */
    private void connectForWaiting() {
        synchronized (this) {
            if (connects) {
                return; // that thread checks again before it stops, and sees the change
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
            line.connect(engine, address, connection).whenComplete((_, failure) -> {
                if (failure instanceof CompletionException wrapped && wrapped.getCause() != null) {
                    notConnected(wrapped.getCause());
                } else if (failure != null) {
                    notConnected(failure);
                }
            });
        } catch (RuntimeException failure) {
            notConnected(failure);
        }
    }

    /** A connection failed. If more exchanges wait than connections are being opened, the one that has waited longest fails with it. */
    private void notConnected(Throwable failure) {
        ClientExchange unserved;
        synchronized (this) {
            connecting--;
            unserved = waiting.size() > connecting ? waiting.poll() : null;
        }
        if (unserved != null) {
            String how = failure instanceof SSLException
                    ? "no TLS with " + origin.host() + ":" + origin.port() + ": " + failure.getMessage()
                    : String.valueOf(failure.getMessage());
            unserved.fail(HttpFailure.Kind.CONNECT, how, failure);
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

    /** The session is free: it gets the next waiting exchange, or is kept. Under the lock. */
    private void offer(ClientSession session) {
        ClientExchange next = closed ? null : waiting.poll();
        if (next != null) {
            assign(session, next);
        } else if (!closed) {
            idle.add(session);
        }
    }

    /** A connection's exchange is over and it can take another. Called in that session's callback, which starts the assigned exchange before it returns. */
    synchronized void free(ClientSession session) {
        offer(session);
    }

    /**
     * A connection is no longer usable, though it may still be open. It gets no more exchanges; an exchange that it was assigned and has not begun,
     * perhaps at this very moment, waits for another.
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

    /** The exchange was called off, on any thread. */
    void cancel(ClientExchange exchange) {
        ClientSession session;
        boolean waited;
        synchronized (this) {
            waited = waiting.remove(exchange);
            session = exchange.session;
        }
        if (waited || session == null) {
            var _ = exchange.endsUnsent();
        } else {
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
