package dev.gearbox.engines.mina;

import org.apache.mina.core.session.IoSession;
import org.apache.mina.core.write.WriteRequest;
import org.apache.mina.core.write.WriteRequestQueue;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one connection that MINA has to write: never more than one. MINA removes a message as soon as it starts to write it, and then takes the queue
 * for empty: pausing or resuming such a connection would clear its interest in writing, and the rest would never be sent. So this queue counts a partially
 * written message until all of it is sent, unless the connection is being closed, when MINA polls until the queue is empty.
 */
final class SingleMessageQueue implements WriteRequestQueue {
    private @Nullable WriteRequest waiting;

    @Override
    public void offer(IoSession session, WriteRequest request) {
        if (waiting != null) {
            throw new IllegalStateException("a second message while the first has not left");
        }
        waiting = request;
    }

    @Override
    public @Nullable WriteRequest poll(IoSession session) {
        WriteRequest next = waiting;
        waiting = null;
        return next;
    }

    @Override
    public boolean isEmpty(IoSession session) {
        return waiting == null && (session.isClosing() || session.getCurrentWriteRequest() == null);
    }

    @Override
    public void clear(IoSession session) {
        waiting = null;
    }

    @Override
    public void dispose(IoSession session) {
        waiting = null;
    }

    @Override
    public int size() {
        return waiting == null ? 0 : 1;
    }
}
