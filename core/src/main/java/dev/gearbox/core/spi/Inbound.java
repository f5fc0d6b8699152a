package dev.gearbox.core.spi;

import dev.gearbox.core.Connection;
import dev.gearbox.core.UnreadOverflowException;
import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.buffers.InboundBuffer;
import dev.gearbox.core.buffers.PooledBuffer;

/**
 * The inbound direction: bytes that the session left are kept and offered again together with later bytes, after a resume and after a change of the engine,
 * never in a busy loop. The peer's end is reported after the last byte. While input is held, nothing is reported: the connection is parked. Accessed in the
 * connection's turn.
 */
final class Inbound {
    private final ConnectionState state;
    private final Callbacks callbacks;
    private final Outbound outbound;
    private final InboundBuffer unread = new InboundBuffer();
    private boolean paused;
    private boolean held;
    private boolean offerOwed;
    private boolean ended;
    private boolean endTold;
    /** The peer's end was reported before our side had ended or closed. */
    private boolean endFirst;

    Inbound(ConnectionState state, Callbacks callbacks, Outbound outbound) {
        this.state = state;
        this.callbacks = callbacks;
        this.outbound = outbound;
    }

    /** Returns whether the session accepts more input. */
    boolean isWanted() {
        return !paused && !ended;
    }

    boolean isEndTold() {
        return endTold;
    }

    /** Returns whether the peer has ended its side before we ended ours. */
    boolean isEndFirst() {
        return endFirst;
    }

    void received(PooledBuffer buffer, BufferPool pool) {
        if (paused || held) {
            // A read that was in progress when a task paused; or the first bytes for a parked connection.
            keep(buffer, pool);
            return;
        }
        if (unread.isEmpty()) {
            callbacks.offer(buffer);
            if (buffer.untaken() > 0 && !state.life().ignoresInput()) {
                append(buffer, pool);
            }
        } else {
            append(buffer, pool);
            offerUnread();
        }
        checkUnread();
    }

    /** Keeps bytes for the next offer. */
    void keep(PooledBuffer buffer, BufferPool pool) {
        append(buffer, pool);
        offerOwed = true;
    }

    /** If there is no memory for what the session left, its connection fails. */
    private void append(PooledBuffer buffer, BufferPool pool) {
        try {
            unread.append(buffer, pool);
        } catch (OutOfMemoryError none) {
            state.life().fail(none);
        }
    }

    /** After an offer: bytes that were not offered yet do not count against the session. */
    private void checkUnread() {
        int cap = state.options().unreadCap();
        if (unread.size() > cap) {
            state.life()
                    .fail(new UnreadOverflowException("the session leaves " + unread.size()
                            + " bytes unread, more than " + cap + " (Options.unreadCap)"));
        }
    }

    private void offerUnread() {
        PooledBuffer buffer = unread.buffer();
        if (buffer != null && !state.life().ignoresInput()) {
            callbacks.offer(buffer);
            unread.trim();
        }
    }

    /** The peer has ended its side. */
    void ended() {
        ended = true;
    }

    /** Returns whether input is kept for the engine that the connection goes to next. */
    boolean isHeld() {
        return held;
    }

    void hold(boolean now) {
        held = now;
    }

    /** Returns whether the session has seen everything and accepts more. */
    boolean isQuiet() {
        return unread.isEmpty() && isWanted();
    }

    /** As {@link Connection#pause}. */
    void pause() {
        callbacks.require("pause");
        paused = true;
    }

    /** As {@link Connection#resume}. */
    void resume() {
        callbacks.require("resume");
        if (paused) {
            paused = false;
            // Not in received(): what is left then waits for more, or a session that pauses and resumes would loop
            // forever.
            offerOwed |= !unread.isEmpty() && callbacks.offered() == null;
        }
    }

    /** Something has changed: bytes that the session left are offered again. */
    void offerAgain() {
        offerOwed |= !unread.isEmpty();
    }

    /** Reports what is due before the engine goes on: bytes to be offered again, then the peer's end. */
    void settle() {
        while (!paused && !held && !state.life().ignoresInput()) {
            if (offerOwed) {
                if (outbound.holdsReading()) {
                    return;
                }
                offerOwed = false;
                offerUnread();
                checkUnread();
            } else if (ended && !endTold) {
                endTold = true;
                endFirst = !outbound.isEndAsked();
                if (!callbacks.ended()) {
                    outbound.finish();
                }
            } else {
                return;
            }
        }
    }

    void clear() {
        unread.clear();
    }

    @Override
    public String toString() {
        return "input " + (endTold ? "ended" : ended ? "ended, the session not notified" : "open")
                + (paused ? ", paused" : "")
                + (held ? ", held" : "")
                + (offerOwed ? ", an offer due" : "")
                + (unread.isEmpty() ? "" : ", bytes not taken");
    }
}
