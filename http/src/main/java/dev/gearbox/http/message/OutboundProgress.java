package dev.gearbox.http.message;

import dev.gearbox.core.Connection;
import java.nio.ByteBuffer;

/**
 * What goes out on one connection: whether more waits than should, and, at a look now and then, whether the peer takes any of it. That is judged
 * by bytes alone, so nothing is cut while it moves, however slowly. For callbacks of the connection's session.
 */
public final class OutboundProgress {
    private static final long NOTHING_WAITED = -1;

    private final Connection connection;
    private long written;
    private boolean above;
    /** How many bytes had gone when we last looked. */
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

    /** Whether the engine reads no more, since so much waits. */
    public boolean isAbove() {
        return above;
    }

    /** The session was told that it may go on. */
    public void becameWritable() {
        above = false;
    }

    /** Whether anything waits. */
    public boolean waits() {
        return connection.queued() > 0;
    }

    /** Whether bytes have gone since the last look, while some waited. Where nothing waited then the first look has nothing to compare with: yes. */
    public boolean moves() {
        long queued = connection.queued();
        long before = gone;
        long now = written - queued;
        gone = queued > 0 ? now : NOTHING_WAITED;
        return before == NOTHING_WAITED ? queued > 0 : now != before;
    }
}
