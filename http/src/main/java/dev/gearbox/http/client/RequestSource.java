package dev.gearbox.http.client;

import java.nio.ByteBuffer;

/**
 * Sends the body of a request in pieces, so that it may be larger than the memory. Called once for each time that the request is sent, in a callback of the
 * connection: it writes until {@link RequestWriter#write} returns false, and goes on in {@link RequestWriter#onWritable}; or it keeps the writer, and writes
 * in tasks of {@link RequestWriter#execute}. An exception fails the exchange and closes the connection.
 */
@FunctionalInterface
public interface RequestSource {
    /** Begins to send the body. */
    void send(RequestWriter writer);

    /** Returns a source of bytes in memory; they must not change. */
    static RequestSource of(ByteBuffer bytes) {
        ByteBuffer all = bytes.duplicate();
        return writer -> {
            writer.write(all.duplicate());
            writer.finish();
        };
    }
}
