package dev.gearbox.http.message;

import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;

/**
 * The outgoing bytes of one connection: whether they exceed the high-water mark, and, checked periodically, whether the peer takes any. Only the byte
 * count matters, so no response is cut off while it moves, however slowly. Only for callbacks of the connection's session.
 */
public final class OutboundProgress {
    private static final long NOTHING_WAITED = -1;

    private final Connection connection;
    private long written;
    private boolean above;
    /** The number of bytes sent at the last check. */
    private long gone = NOTHING_WAITED;

    public OutboundProgress(Connection connection) {
        this.connection = connection;
    }

    /** As {@link Connection#write}. */
    public boolean write(ByteBuffer data) {
        written += data.remaining();
        above = !connection.write(data);
        return !above;
    }

    /** Returns whether the engine has stopped reading because too much is queued. */
    public boolean isAbove() {
        return above;
    }

    /** Called when the session became writable again. */
    public void becameWritable() {
        above = false;
    }

    /** Returns whether anything is queued. */
    public boolean waits() {
        return connection.queued() > 0;
    }

    /**
     * Returns whether bytes were sent since the last check, if some were queued then. Otherwise there is nothing to compare with, and it returns
     * whether some are queued now.
     */
    public boolean moves() {
        long queued = connection.queued();
        long before = gone;
        long now = written - queued;
        gone = queued > 0 ? now : NOTHING_WAITED;
        return before == NOTHING_WAITED ? queued > 0 : now != before;
    }
}
