package dev.gearbox.core.loop;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.concurrent.LoopLost;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * The common part of connections whose engine is notified when a socket is ready: one read, then everything that is due. The answer is sent at once (a large one
 * in the callback, see {@link #sendAtOnce}); write readiness is requested only while the socket accepts no more. Runs in turns of the connection. For authors of engines.
 */
public abstract class ReadyTransport implements Transport {
    private final ConnectionState state;

    protected ReadyTransport(ConnectionState state) {
        this.state = state;
    }

    /** Returns the connection's state. */
    public final ConnectionState state() {
        return state;
    }

    /** Reads available bytes into {@code buffer}, which is empty, as many as fit; returns 0 if there are none, -1 at the end of the stream. */
    protected abstract int receive(PooledBuffer buffer) throws IOException;

    /** Sends {@code output}, or the front part of it that the socket accepts; returns how many bytes were sent. */
    protected abstract int send(ByteBuffer output) throws IOException;

    @Override
    public int sendAtOnce(ByteBuffer data) throws IOException {
        return send(data);
    }

    /** Shuts down the socket's output. */
    protected abstract void endOutput() throws IOException;

    /** Closes the socket. */
    protected abstract void leave();

    /** Makes {@link #leave} send a reset and drop what the system has not sent. */
    protected abstract void resetOnClose() throws IOException;

    /** Removes the socket from what waits for it, and hands it over with {@link ConnectionState#released}: at once, or later without a turn in between. */
    protected abstract void release();

    /** Called when nothing is due: sets what to wait for until the next turn. */
    protected abstract void await(boolean readable, boolean writable);

    /** Reads once, as much as fits into the buffer. If there is more, the engine calls again. */
    protected final void read(PooledBuffer buffer) {
        int count;
        try {
            buffer.clear();
            count = receive(buffer);
        } catch (IOException failure) {
            state.failed(failure);
            return;
        }
        if (count > 0) {
            state.received(buffer);
        } else if (count < 0) {
            state.inputEnded();
        }
    }

    /**
     * Runs what is due, until nothing is left or the socket accepts no more; returns false when the connection has ended or belongs to another engine. An
     * exception ends this connection and nothing else.
     */
    protected final boolean settle() {
        try {
            return doDue();
        } catch (LoopLost lost) {
            throw lost;
        } catch (RuntimeException | Error defect) {
            state.failed(defect);
            return doDue();
        }
    }

    private boolean doDue() {
        boolean full = false;
        for (; ; ) {
            state.stall().stayOrLeave();
            ConnectionState.Next due = state.next();
            switch (full && due == ConnectionState.Next.SEND ? ConnectionState.Next.REST : due) {
                case SEND -> full = !sendAll();
                case END_OUTPUT -> {
                    try {
                        endOutput();
                        state.outputEnded();
                    } catch (IOException failure) {
                        state.failed(failure);
                    }
                }
                case CLOSE, ABORT -> {
                    if (due == ConnectionState.Next.ABORT) {
                        Closeables.prepareReset(this::resetOnClose);
                    }
                    leave();
                    state.closed();
                    state.stall().stayOrLeave();
                    return false;
                }
                case SHIFT -> {
                    if (state.keepOutput()) {
                        release();
                        return false;
                    }
                }
                case REST -> {
                    if (state.keepOutput()) {
                        await(state.reading(), full);
                        return true;
                    }
                }
            }
        }
    }

    /** Returns whether the socket accepted everything that it was offered. */
    private boolean sendAll() {
        ByteBuffer output = state.output();
        int length = output.remaining();
        int count;
        try {
            count = send(output);
        } catch (IOException failure) {
            state.sent(0);
            state.failed(failure);
            return true;
        }
        state.sent(count);
        return count == length;
    }

    /** Returns its name for the log. */
    @Override
    public final String toString() {
        return "connection " + state.connection();
    }
}
