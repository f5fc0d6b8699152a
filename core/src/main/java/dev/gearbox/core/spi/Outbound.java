package dev.gearbox.core.spi;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.buffers.OutboundBuffer;
import dev.gearbox.core.buffers.SharedBuffer;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;

/**
 * The outbound direction: bytes written and not yet sent, whether there are more than the high-water mark, and our end after the last byte. Above the
 * high-water mark nothing is read and {@code write} returns false; at the low-water mark the session may write again. A session that keeps writing fails at the
 * cap. Accessed in the connection's turn.
 *
 * <p>What other threads send waits in tasks until a turn writes it. These bytes count too: a sender whose bytes exceed the high-water mark together with those
 * that wait gets false, and the session is notified as after a write.
 */
final class Outbound {
    private static final VarHandle SENDING;

    static {
        try {
            SENDING = MethodHandles.lookup().findVarHandle(Outbound.class, "sending", long.class);
        } catch (ReflectiveOperationException impossible) {
            throw new ExceptionInInitializerError(impossible);
        }
    }

    private final ConnectionState state;
    private final Callbacks callbacks;
    private final OutboundBuffer unsent = new OutboundBuffer();
    private boolean aboveHigh;
    private boolean endAsked;
    private boolean ended;
    /** The bytes that wait in tasks. Changed by any thread. */
    private volatile long sending;
    /** A send has returned false since the session could last write. Changed by any thread. */
    private volatile boolean refused;

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
        if (isOverCap(data.remaining())) {
            return false;
        }
        sendAtOnce(data);
        if (state.life().isFailed()) {
            data.position(data.limit());
            return true;
        }
        try {
            unsent.append(data, callbacks.offered());
        } catch (OutOfMemoryError none) {
            state.life().fail(none);
            throw none;
        }
        return added();
    }

    /**
     * Offers a large direct buffer to the socket before it is copied: then only what the socket does not accept needs a copy. A failure closes the connection
     * when the callback has returned, like one that is noticed then.
     */
    private void sendAtOnce(ByteBuffer data) {
        Transport transport = state.binding().transport();
        if (transport == null || !unsent.isSentFirst(data, callbacks.offered())) {
            return;
        }
        int start = data.position();
        try {
            int count = transport.sendAtOnce(data);
            data.position(start + count);
            state.sentAtOnce(count);
        } catch (IOException failure) {
            state.failed(failure);
        }
    }

    private boolean isOverCap(int length) {
        if (!aboveHigh || unsent.size() + length <= state.options().backlogCap()) {
            return false;
        }
        state.life().fail(overflow("write", unsent.size()));
        return true;
    }

    private BacklogOverflowException overflow(String method, long waiting) {
        return new BacklogOverflowException("the session keeps writing although " + method + "() returned false; "
                + waiting + " bytes wait (Options.backlogCap is "
                + state.options().backlogCap() + ")");
    }

    private boolean added() {
        if (unsent.size() > state.options().highWater()) {
            aboveHigh = true;
        }
        return !aboveHigh;
    }

    /** As {@link Connection#send(ByteBuffer)}. From any thread. */
    boolean send(ByteBuffer data) {
        if (isNext()) {
            if (isOpen()) {
                return write(data);
            }
            data.position(data.limit());
            return true;
        }
        ByteBuffer copy = ByteBuffer.allocate(data.remaining()).put(data).flip();
        return post(copy.remaining(), () -> write(copy));
    }

    /** As {@link Connection#send(SharedBuffer)}. From any thread. */
    boolean send(SharedBuffer data) {
        return isNext() ? !isOpen() || write(data) : post(data.size(), () -> write(data));
    }

    private boolean write(SharedBuffer data) {
        if (isOverCap(data.size())) {
            return false;
        }
        try {
            unsent.append(data);
        } catch (OutOfMemoryError none) {
            state.life().fail(none);
            throw none;
        }
        return added();
    }

    /** Returns whether this is a callback, and nothing that was sent before waits in a task: so the bytes that are sent now are the next ones. */
    private boolean isNext() {
        return callbacks.entered() && sending == 0;
    }

    private boolean isOpen() {
        return !endAsked && !state.life().isFailed() && !state.life().isClosing();
    }

    /** Sends {@code length} bytes by a task. From any thread. */
    private boolean post(int length, Runnable write) {
        if (length == 0 || state.isOver()) {
            return isWritable();
        }
        Options options = state.options();
        long waiting = (long) SENDING.getAndAdd(this, (long) length) + unsent.size();
        boolean more = isWritable() && waiting + length <= options.highWater();
        if (!more) {
            refused = true;
        }
        if (waiting > options.highWater() && waiting + length > options.backlogCap()) {
            // Not by a task: it would run after all those that wait.
            state.life().overflowed(overflow("send", waiting));
            return false;
        }
        state.execute(() -> {
            if (isOpen()) {
                write.run();
                // The sender waits for writable(), even if only few bytes wait by now.
                aboveHigh |= !more;
            }
            SENDING.getAndAdd(this, (long) -length);
        });
        return more;
    }

    /** As {@link Connection#isWritable}. From any thread; the answer may be slightly out of date. */
    boolean isWritable() {
        return !aboveHigh && !refused;
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
        if (refused) {
            refused = false;
        }
        return true;
    }

    /** Returns whether more bytes wait than the high-water mark allows. */
    boolean isAboveHigh() {
        return aboveHigh;
    }

    /** Returns whether nothing is to be read until fewer bytes wait. */
    boolean holdsReading() {
        return aboveHigh && !state.options().readsAboveHighWater();
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

    /** Returns whether our side ends, or has ended. */
    boolean isEndAsked() {
        return endAsked;
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
