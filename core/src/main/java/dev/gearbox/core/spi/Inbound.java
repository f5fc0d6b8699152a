package dev.gearbox.core.spi;

import dev.gearbox.core.Connection;
import dev.gearbox.core.UnreadOverflowException;
import dev.gearbox.core.buffers.BufferPool;
import dev.gearbox.core.buffers.InboundBuffer;
import dev.gearbox.core.buffers.PooledBuffer;

/**
 * What comes from the peer, on its way to the session: what the session left is kept and offered again with what follows, with a resumed reading
 * and with an engine that changed, never in a spin; the end of it is told behind the last byte. While it is held nothing of it is told: the connection
 * is parked. All of it in the connection's turn.
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

    Inbound(ConnectionState state, Callbacks callbacks, Outbound outbound) {
        this.state = state;
        this.callbacks = callbacks;
        this.outbound = outbound;
    }

    /** Whether more is to be read, as far as the session is concerned. */
    boolean isWanted() {
        return !paused && !ended;
    }

    boolean isEndTold() {
        return endTold;
    }

    void received(PooledBuffer buffer, BufferPool pool) {
        if (paused || held) {
            // A read that was under way when a task paused; or the first bytes for a parked connection.
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

    /** For the next time that something is offered. */
    void keep(PooledBuffer buffer, BufferPool pool) {
        append(buffer, pool);
        offerOwed = true;
    }

    /** Where there is no memory for what the session left, its connection fails. */
    private void append(PooledBuffer buffer, BufferPool pool) {
        try {
            unread.append(buffer, pool);
        } catch (OutOfMemoryError none) {
            state.life().fail(none);
        }
    }

    /** After an offer: what was not offered yet is not the session's fault. */
    private void checkUnread() {
        int cap = state.options().unreadCap();
        if (unread.size() > cap) {
            state.life()
                    .fail(new UnreadOverflowException("the session leaves " + unread.size()
                            + " bytes untaken, more than " + cap + " (Options.unreadCap)"));
        }
    }

    private void offerUnread() {
        PooledBuffer buffer = unread.buffer();
        if (buffer != null && !state.life().ignoresInput()) {
            callbacks.offer(buffer);
            unread.trim();
        }
    }

    /** The peer sends no more. */
    void ended() {
        ended = true;
    }

    /** Whether it keeps what comes for the engine that the connection goes to next. */
    boolean isHeld() {
        return held;
    }

    void hold(boolean now) {
        held = now;
    }

    /** Whether there is nothing that the session has yet to see, and it wants what comes. */
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
            // Not from within received(): what is left then waits for more, or a session that pauses and resumes would
            // spin.
            offerOwed |= !unread.isEmpty() && callbacks.offered() == null;
        }
    }

    /** What the session left may interest it again: something has changed. */
    void offerAgain() {
        offerOwed |= !unread.isEmpty();
    }

    /** What the session is to be told before the engine goes on: of untaken bytes that it wants to see again, then of the peer's end. */
    void settle() {
        while (!paused && !held && !state.life().ignoresInput()) {
            if (offerOwed) {
                if (outbound.isAboveHigh()) {
                    return;
                }
                offerOwed = false;
                offerUnread();
                checkUnread();
            } else if (ended && !endTold) {
                endTold = true;
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
        return "input " + (endTold ? "ended" : ended ? "ended, the session not told" : "open")
                + (paused ? ", paused" : "")
                + (held ? ", held" : "")
                + (offerOwed ? ", an offer owed" : "")
                + (unread.isEmpty() ? "" : ", bytes not taken");
    }
}
