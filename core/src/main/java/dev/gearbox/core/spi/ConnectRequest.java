package dev.gearbox.core.spi;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnixDomainSocketAddress;
import java.util.concurrent.CompletableFuture;

/**
 * A request to open a connection: what an engine's connector needs, and the future that it completes. For authors of engines.
 *
 * @param address of the peer: an internet address, resolved, or the path of a Unix-domain socket
 * @param opened completed with the connection when its session is open, or failed with what prevented it
 */
public record ConnectRequest(
        SocketAddress address, Protocol protocol, Options options, CompletableFuture<Connection> opened) {
    /** The socket is connected: returns the connection's state, whose session opens with {@link ConnectionState#open}. */
    public ConnectionState connected(SocketAddress local, SocketAddress remote) {
        return new ConnectionState(protocol, options, local, remote, null, opened);
    }

    /** Fails the request; returns false if it had failed or completed before. */
    public boolean fail(Throwable reason) {
        return opened.completeExceptionally(
                address instanceof UnixDomainSocketAddress && reason instanceof IOException failure
                        ? unconnected(failure)
                        : reason);
    }

    /** The JDK, Linux and io_uring have different exceptions for a path, and none of them names it. */
    private IOException unconnected(IOException reason) {
        if (reason instanceof SocketTimeoutException) {
            return reason;
        }
        ConnectException named = new ConnectException("cannot connect to " + address + ": " + reason.getMessage());
        named.initCause(reason);
        return named;
    }

    /** Returns the failure of a connection that took longer than {@link Options#connectTimeout()}. */
    public IOException tooLate() {
        return new SocketTimeoutException("no connection to " + address + " within " + options.connectTimeout());
    }
}
