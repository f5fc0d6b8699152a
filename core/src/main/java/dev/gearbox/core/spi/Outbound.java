package dev.gearbox.core.spi;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.Unsent;
import java.nio.ByteBuffer;

/**
 * What goes to the peer, on its way from the session: what was written and not sent, whether that is more than the session should have let come, and
 * our end behind the last byte. Above the high-water mark nothing is read and the session is told to wait; at the low-water mark it may go on. One that
 * writes all the same fails at a cap. All of it in the connection's turn.
 */
final class Outbound {
    private final EngineSide side;
    private final Callbacks callbacks;
    private final Unsent unsent = new Unsent();
    private boolean aboveHigh;
    private boolean endAsked;
    private boolean ended;

    Outbound(EngineSide side, Callbacks callbacks) {
        this.side = side;
        this.callbacks = callbacks;
    }

    /** Where the bytes wait. */
    Unsent unsent() {
        return unsent;
    }

    /** How many wait. */
    long size() {
        return unsent.size();
    }

    /** As {@link Connection#queued}. */
    long queued() {
        callbacks.require("queued");
        Transport transport = side.passage().transport();
        return unsent.untaken() + (transport == null ? 0 : transport.queuedBelow());
    }

    /** As {@link Connection#write}. */
    boolean write(ByteBuffer data) {
        callbacks.require("write");
        if (side.life().isFailed()) {
            data.position(data.limit());
            return true;
        }
        if (endAsked || side.life().isClosing()) {
            throw new IllegalStateException("write() after " + (side.life().isClosing() ? "close()" : "end()"));
        }
        Options options = side.options();
        if (aboveHigh && unsent.size() + data.remaining() > options.backlogCap()) {
            side.life()
                    .fail(new BacklogOverflowException("the session goes on writing although write() returned false; "
                            + unsent.size() + " bytes wait (Options.backlogCap is " + options.backlogCap() + ")"));
            return false;
        }
        try {
            unsent.append(data, callbacks.offered());
        } catch (OutOfMemoryError none) {
            side.life().fail(none);
            throw none;
        }
        if (unsent.size() > options.highWater()) {
            aboveHigh = true;
        }
        return !aboveHigh;
    }

    /**
     * As {@link EngineSide#keepOutput}: where there is no memory for that, the connection fails, and with it goes what it had to send.
     *
     * @return whether it was possible
     */
    boolean keep() {
        try {
            unsent.keep();
            return true;
        } catch (OutOfMemoryError none) {
            unsent.clear();
            side.life().fail(none);
            return false;
        }
    }

    /** {@code count} bytes went out; returns whether the session may write again, which it could not before. */
    boolean sent(int count) {
        unsent.sent(count);
        if (!aboveHigh || unsent.size() > side.options().lowWater()) {
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
