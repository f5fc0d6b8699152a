package dev.gearbox.engines.mina;

import dev.gearbox.core.Options;
import dev.gearbox.core.spi.ConnectRequest;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.mina.core.future.ConnectFuture;
import org.apache.mina.core.future.IoFutureListener;
import org.apache.mina.transport.socket.nio.NioSession;
import org.apache.mina.transport.socket.nio.NioSocketConnector;

/**
 * Opens connections with the same options: MINA sets socket options for a connector, not for a connection. It has a selector, and a thread while connections
 * are being opened.
 */
final class MinaConnector {
    /** MINA's message for its own time-out; the kernel's, which comes much later, has no full stop. */
    private static final String TIMED_OUT = "Connection timed out.";

    private final MinaEngine engine;
    private final NioSocketConnector connector;
    private final Map<ConnectFuture, ConnectRequest> pending = new ConcurrentHashMap<>();

    MinaConnector(MinaEngine engine, Options options) {
        this.engine = engine;
        connector = new NioSocketConnector(engine.threads(), engine.processors());
        MinaSockets.prepare(connector, options);
        // In milliseconds, rounded up.
        connector.setConnectTimeoutMillis(options.connectTimeout()
                .plus(Duration.ofMillis(1).minusNanos(1))
                .toMillis());
    }

    void connect(ConnectRequest request) {
        ConnectFuture attempt = connector.connect(request.address(), (session, future) -> {
            engine.counters().connected.increment();
            MinaSockets.keepAlive((NioSession) session, request.options());
            MinaTransport.attach(
                    engine, session, request.connected(session.getLocalAddress(), session.getRemoteAddress()));
        });
        pending.put(attempt, request);
        attempt.addListener((IoFutureListener<ConnectFuture>) done -> {
            pending.remove(done);
            if (!done.isConnected()) {
                request.fail(reason(done.getException(), request));
            }
        });
        if (engine.isClosing()) {
            cancel();
        }
    }

    private static Throwable reason(Throwable failure, ConnectRequest request) {
        return switch (failure) {
            case ConnectException late
            when TIMED_OUT.equals(late.getMessage()) -> request.tooLate().initCause(late);
            default -> failure;
        };
    }

    /**
     * The engine closes: pending requests fail. The attempts themselves go on until they end or time out: if one is cancelled and still succeeds, MINA counts
     * its end twice, and its thread would never end.
     */
    void cancel() {
        IllegalStateException closed = new IllegalStateException(engine + " is closed");
        pending.values().forEach(waiting -> waiting.fail(closed));
    }

    void dispose() {
        connector.dispose();
    }
}
