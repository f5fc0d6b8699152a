package dev.gearbox.core.spi;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.OutboundBuffer;
import java.nio.ByteBuffer;

/**
 * What goes to the peer, on its way from the session: what was written and not sent, whether that is more than the session should have let come, and
 * our end behind the last byte. Above the high-water mark nothing is read and the session is told to wait; at the low-water mark it may go on. One that
 * writes all the same fails at a cap. All of it in the connection's turn.
 */
final class Outbound {
    private final ConnectionState state;
    private final Callbacks callbacks;
    private final OutboundBuffer unsent = new OutboundBuffer();
    private boolean aboveHigh;
    private boolean endAsked;
    private boolean ended;

    Outbound(ConnectionState state, Callbacks callbacks) {
        this.state = state;
        this.callbacks = callbacks;
    }

    /** Where the bytes wait. */
    OutboundBuffer unsent() {
        return unsent;
    }

    /** How many wait. */
    long size() {
        return unsent.size();
    }

    /** As {@link Connection#queued}. */
    long queued() {
        callbacks.require("queued");
        Transport transport = state.binding().transport();
        return unsent.untaken() + (transport == null ? 0 : transport.queuedBelow());
    }

    /** As {@link Connection#write}. */
    boolean write(ByteBuffer data) {
        callbacks.require("write");
        if (state.life().isFailed()) {
            data.position(data.limit());
            return true;
        }
        if (endAsked || state.life().isClosing()) {
            throw new IllegalStateException("write() after " + (state.life().isClosing() ? "close()" : "end()"));
        }
        Options options = state.options();
        if (aboveHigh && unsent.size() + data.remaining() > options.backlogCap()) {
            state.life()
                    .fail(new BacklogOverflowException("the session goes on writing although write() returned false; "
                            + unsent.size() + " bytes wait (Options.backlogCap is " + options.backlogCap() + ")"));
            return false;
        }
        try {
            unsent.append(data, callbacks.offered());
        } catch (OutOfMemoryError none) {
            state.life().fail(none);
            throw none;
        }
        if (unsent.size() > options.highWater()) {
            aboveHigh = true;
        }
        return !aboveHigh;
    }

    /**
     * As {@link ConnectionState#keepOutput}: where there is no memory for that, the connection fails, and with it goes what it had to send.
     *
     * @return whether it was possible
     */
    boolean keep() {
        try {
            unsent.keep();
            return true;
        } catch (OutOfMemoryError none) {
            unsent.clear();
            state.life().fail(none);
            return false;
        }
    }

    /** {@code count} bytes went out; returns whether the session may write again, which it could not before. */
    boolean sent(int count) {
        unsent.sent(count);
        if (!aboveHigh || unsent.size() > state.options().lowWater()) {
            return false;
        }
        aboveHigh = false;
        return true;
    }

    /** Whether more waits than the session should have let come. */
    boolean isAboveHigh() {
        return aboveHigh;
    }

    /** As {@link Connection#end}. */
    void end() {
        callbacks.require("end");
        finish();
    }

    /** Our side is to end behind what waits. */
    void finish() {
        endAsked = true;
    }

    /** The socket's output was ended. */
    void ended() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Whether the socket's output is to be ended, once nothing waits. */
    boolean isEndDue() {
        return endAsked && !ended;
    }

    /** Whether nothing waits, not even our end. */
    boolean isQuiet() {
        return unsent.size() == 0 && !endAsked;
    }

    /** Whether there is something to do once the first {@code length} bytes are gone. */
    boolean isAwaited(int length) {
        return unsent.size() > length || aboveHigh || endAsked;
    }

    @Override
    public String toString() {
        return "output " + (ended ? "ended" : endAsked ? "ending" : "open") + ", " + unsent.size() + " bytes unsent"
                + (aboveHigh ? ", above the high-water mark" : "");
    }
}
