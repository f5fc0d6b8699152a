package dev.gearbox.http;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionException;
import org.apache.hc.core5.http.config.Http1Config;
import org.jspecify.annotations.Nullable;

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
    private final HttpDialer.Line line;
    private final Http1Config config;

    private final ArrayDeque<ClientExchange> waiting = new ArrayDeque<>();
    private final LinkedHashSet<ClientSession> idle = new LinkedHashSet<>();
    private final Set<ClientSession> open = new java.util.HashSet<>();
    private int connecting;
    private boolean closed;

    OriginPool(HttpOrigin origin, Engine engine, HttpClientOptions options) {
        this.origin = origin;
        this.engine = engine;
        this.options = options;
        config = MessageReader.config(options.limits());
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

    /** An exchange begins, or begins once more. */
    void send(ClientExchange exchange) {
        ClientSession free;
        boolean connect = false;
        synchronized (this) {
            free = closed || idle.isEmpty() ? null : idle.removeLast();
            if (free != null) {
                assign(free, exchange);
            } else if (!closed) {
                waiting.add(exchange);
                connect = roomToConnect();
            }
        }
        if (free != null) {
            free.wake();
        } else if (connect) {
            connect(exchange);
        } else if (isClosed()) {
            exchange.fail(HttpFailure.Kind.CANCELLED, "the client is closed", null);
        }
    }

    /** An exchange is to be tried once more: not on a connection that is kept, for the server may have closed them all. */
    void again(ClientExchange exchange) {
        synchronized (this) {
            if (!closed) {
                waiting.addFirst(exchange);
            }
        }
        if (isClosed()) {
            exchange.fail(HttpFailure.Kind.CANCELLED, "the client is closed", null);
        } else {
            connectForWaiting();
        }
    }

    private synchronized boolean isClosed() {
        return closed;
    }

    private static void assign(ClientSession session, ClientExchange exchange) {
        exchange.session = session;
        session.assigned = exchange;
    }

    /** Counts a connection that is to be made, if more wait than are being made for. Under the lock. */
    private boolean roomToConnect() {
        boolean room = connecting < waiting.size() && (long) open.size() + connecting < options.connectionsPerOrigin();
        if (room) {
            connecting++;
        }
        return room;
    }

    private void connect(ClientExchange first) {
        try {
            InetSocketAddress address = new InetSocketAddress(origin.host(), origin.port());
            if (address.isUnresolved()) {
                throw new UnknownHostException("no such host: " + origin.host());
            }
            line.connect(engine, address, options.connection()).whenComplete((_, failure) -> {
                if (failure != null) {
                    notConnected(first, failure instanceof CompletionException ? failure.getCause() : failure);
                }
            });
        } catch (UnknownHostException | RuntimeException failure) {
            notConnected(first, failure);
        }
    }

    /** There will be no connection: the exchange for which it was to be made fails, unless another connection has taken it. */
    private void notConnected(ClientExchange first, @Nullable Throwable failure) {
        boolean unserved;
        synchronized (this) {
            connecting--;
            unserved = waiting.remove(first);
        }
        if (unserved) {
            first.fail(
                    HttpFailure.Kind.CONNECT,
                    failure == null ? "no connection" : String.valueOf(failure.getMessage()),
                    failure);
        }
        connectForWaiting();
    }

    private void connectForWaiting() {
        ClientExchange next;
        synchronized (this) {
            next = !closed && roomToConnect() ? waiting.peek() : null;
        }
        if (next != null) {
            connect(next);
        }
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

    /** A connection is no good any more, though it may still be open. It is given nothing from now on. */
    void gone(ClientSession session) {
        boolean counted;
        synchronized (this) {
            idle.remove(session);
            counted = open.remove(session);
        }
        if (counted) {
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
