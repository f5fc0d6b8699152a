package dev.gearbox.core.spi;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.util.concurrent.CompletableFuture;

/**
 * A connection that somebody wants to have: what an engine's connector needs, and whom it tells. For those who write engines.
 *
 * @param address of the peer, resolved
 * @param opened completed with the connection when its session is open, or failed with what prevented it
 */
public record ConnectRequest(
        InetSocketAddress address, Protocol protocol, Options options, CompletableFuture<Connection> opened) {
    /** The socket is connected: the rest of the connection, whose session opens with {@link ConnectionState#open}. */
    public ConnectionState connected(SocketAddress local, SocketAddress remote) {
        return new ConnectionState(protocol, options, local, remote, null, opened);
    }

    /** There will be no connection, says this or said somebody before: whether it was this. */
    public boolean fail(Throwable reason) {
        return opened.completeExceptionally(reason);
    }

    /** The failure of one that took longer than {@link Options#connectTimeout()}. */
    public IOException tooLate() {
        return new SocketTimeoutException("no connection to " + address + " within " + options.connectTimeout());
    }
}
