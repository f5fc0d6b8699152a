package dev.gearbox.studies.fanoutgateway.services;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Session;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A session of an HTTP server to which a client that ends its side during a call has gone away. HTTP lets such a client wait for its answer, and only a
 * write would tell; here the call is abandoned at once, so that the counters show who cancels calls, and when.
 */
record LeavingSession(Connection connection, Session server) implements Session {
    @Override
    public void received(ByteBuffer in) {
        server.received(in);
    }

    @Override
    public void writable() {
        server.writable();
    }

    @Override
    public boolean ended() {
        if (server.ended()) {
            connection.abort();
        }
        return false;
    }

    @Override
    public boolean closing() {
        return server.closing();
    }

    @Override
    public boolean stopping() {
        return server.stopping();
    }

    @Override
    public void closed(@Nullable Throwable cause) {
        server.closed(cause);
    }
}
