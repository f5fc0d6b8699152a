package dev.gearbox.testkit;

import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.concurrent.CompletionStage;
import org.jspecify.annotations.Nullable;

/**
 * What lies between a protocol and the wire while a behaviour is played. Nothing, for an engine's contract; for a decorator that changes the
 * bytes, the decorator on the engine's side and a socket that understands it on the peer's.
 */
public interface Wiring {
    /** Nothing. */
    Wiring PLAIN = new Wiring() {};

    /** What listens, so that {@code protocol} is spoken. */
    default Protocol server(Protocol protocol) {
        return protocol;
    }

    /** A connection on which {@code protocol} is spoken, as {@link Engine#connect}. */
    default CompletionStage<Connection> connect(
            Engine engine, SocketAddress address, Protocol protocol, Options options) {
        return engine.connect(address, protocol, options);
    }

    /** Whether a connection may end so whose other side threw. */
    default boolean endsTorn(@Nullable Throwable cause) {
        return cause == null || cause instanceof ConnectionResetException;
    }

    /** What a peer talks through, over a socket that is connected to such a server. */
    default Socket peer(Socket connected) throws IOException {
        return connected;
    }
}
