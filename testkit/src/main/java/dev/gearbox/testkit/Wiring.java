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
 * The layer between a protocol and the network in a behaviour. For an engine's contract there is none; for a decorator that changes the bytes, it is
 * the decorator on the engine's side and a matching socket on the peer's side.
 */
public interface Wiring {
    /** No layer. */
    Wiring PLAIN = new Wiring() {};

    /** Returns the protocol to listen with, so that {@code protocol} is served. */
    default Protocol server(Protocol protocol) {
        return protocol;
    }

    /** Opens a connection that uses {@code protocol}, as {@link Engine#connect}. */
    default CompletionStage<Connection> connect(
            Engine engine, SocketAddress address, Protocol protocol, Options options) {
        return engine.connect(address, protocol, options);
    }

    /** Returns whether a connection may end this way after the other side threw. */
    default boolean endsTorn(@Nullable Throwable cause) {
        return cause == null || cause instanceof ConnectionResetException;
    }

    /** Returns the socket for a peer, over one that is connected to such a server. */
    default Socket peer(Socket connected) throws IOException {
        return connected;
    }
}
