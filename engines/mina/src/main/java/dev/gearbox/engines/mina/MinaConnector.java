package dev.gearbox.engines.mina;

import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineSide;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.mina.core.future.ConnectFuture;
import org.apache.mina.core.future.IoFutureListener;
import org.apache.mina.transport.socket.nio.NioSocketConnector;

/**
 * Opens connections that are to be treated alike: MINA sets up the sockets of a connector, not of a connection. It has a selector, and a thread
 * while connections are being made.
 */
final class MinaConnector {
    /** MINA's word for its own time-out; the kernel's, which comes much later, has no full stop. */
    private static final String TIMED_OUT = "Connection timed out.";

    private final MinaEngine engine;
    private final Options options;
    private final NioSocketConnector connector;
    private final Map<ConnectFuture, CompletableFuture<Connection>> pending = new ConcurrentHashMap<>();

    MinaConnector(MinaEngine engine, Options options) {
        this.engine = engine;
        this.options = options;
        connector = new NioSocketConnector(engine.threads(), engine.processors());
        MinaSockets.prepare(connector, options);
        // In whole milliseconds, the next that is not too early.
        connector.setConnectTimeoutMillis(options.connectTimeout()
                .plus(Duration.ofMillis(1).minusNanos(1))
                .toMillis());
    }

    void connect(SocketAddress address, Protocol protocol, CompletableFuture<Connection> connected) {
        ConnectFuture attempt = connector.connect(address, (session, future) -> {
            engine.counters().connected.increment();
            EngineSide side = new EngineSide(
                    protocol, options, session.getLocalAddress(), session.getRemoteAddress(), null, connected);
            MinaLink.attach(engine, session, side);
        });
        pending.put(attempt, connected);
        attempt.addListener((IoFutureListener<ConnectFuture>) done -> {
            pending.remove(done);
            if (!done.isConnected()) {
                connected.completeExceptionally(reason(done.getException(), address));
            }
        });
        if (engine.isClosing()) {
            cancel();
        }
    }

    private Throwable reason(Throwable failure, SocketAddress address) {
        return switch (failure) {
            case UnresolvedAddressException unknown -> new UnknownHostException(address.toString()).initCause(unknown);
            case ConnectException late
            when TIMED_OUT.equals(late.getMessage()) ->
                new SocketTimeoutException("no connection to " + address + " within " + options.connectTimeout())
                        .initCause(late);
            default -> failure;
        };
    }

    /**
     * The engine closes: nobody waits for a connection any more. The attempts themselves go on to their end or time-out: MINA counts one that
     * is cancelled twice if it succeeds meanwhile, and its thread would then never end.
     */
    void cancel() {
        IllegalStateException closed = new IllegalStateException(engine + " is closed");
        pending.values().forEach(waiting -> waiting.completeExceptionally(closed));
    }

    void dispose() {
        connector.dispose();
    }
}
