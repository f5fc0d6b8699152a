package dev.gearbox.core.spi;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.OutboundBuffer;
import java.nio.ByteBuffer;

/**
 * The outbound direction: bytes written and not yet sent, whether there are more than the high-water mark, and our end after the last byte. Above the
 * high-water mark nothing is read and {@code write} returns false; at the low-water mark the session may write again. A session that keeps writing fails at the
 * cap. Accessed in the connection's turn.
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

    /** The bytes that wait. */
    OutboundBuffer unsent() {
        return unsent;
    }

    /** Returns how many bytes wait. */
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
                    .fail(new BacklogOverflowException("the session keeps writing although write() returned false; "
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
     * As {@link ConnectionState#keepOutput}: if there is no memory for the copy, the connection fails, and its unsent bytes are dropped.
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

    /** {@code count} bytes were sent; returns whether the session may write again, which it could not before. */
    boolean sent(int count) {
        unsent.sent(count);
        if (!aboveHigh || unsent.size() > state.options().lowWater()) {
            return false;
        }
        aboveHigh = false;
        return true;
    }

    /** Returns whether more bytes wait than the high-water mark allows. */
    boolean isAboveHigh() {
        return aboveHigh;
    }

    /** As {@link Connection#end}. */
    void end() {
        callbacks.require("end");
        finish();
    }

    /** Requests the end of our side after the waiting bytes. */
    void finish() {
        endAsked = true;
    }

    /** The socket's output was shut down. */
    void ended() {
        ended = true;
    }

    boolean isEnded() {
        return ended;
    }

    /** Returns whether the socket's output is to be shut down, once no bytes wait. */
    boolean isEndDue() {
        return endAsked && !ended;
    }

    /** Returns whether nothing is left to send, not even our end. */
    boolean isQuiet() {
        return unsent.size() == 0 && !endAsked;
    }

    /** Returns whether there is something to do once the first {@code length} bytes are sent. */
    boolean isAwaited(int length) {
        return unsent.size() > length || aboveHigh || endAsked;
    }

    @Override
    public String toString() {
        return "output " + (ended ? "ended" : endAsked ? "ending" : "open") + ", " + unsent.size() + " bytes unsent"
                + (aboveHigh ? ", above the high-water mark" : "");
    }
}
