package dev.gearbox.core.loop;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.concurrent.LoopLost;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;

/**
 * What every connection does whose engine is told when its socket is ready: one read, and then all that is due. The answer goes out at once;
 * the engine is asked about writing only while the socket takes no more. All of it in a turn of the connection. For those who write engines.
 */
public abstract class ReadyTransport implements Transport {
    private final ConnectionState state;

    protected ReadyTransport(ConnectionState state) {
        this.state = state;
    }

    /** The rest of the connection. */
    public final ConnectionState state() {
        return state;
    }

    /** Reads what there is into {@code buffer}, which is empty, as much as it takes; 0 if there is nothing, -1 at the end. */
    protected abstract int receive(PooledBuffer buffer) throws IOException;

    /** Sends {@code output}, which is the side's, or the front part of it that the socket takes; returns how much. */
    protected abstract int send(ByteBuffer output) throws IOException;

    /** Ends the socket's output. */
    protected abstract void endOutput() throws IOException;

    /** Gives the socket up. */
    protected abstract void leave();

    /**
     * Takes the socket out of whatever waits for it, and gives it away with {@link ConnectionState#released}: at once, or later, without a turn in
     * between.
     */
    protected abstract void release();

    /** Nothing is due: what to wait for until the next turn. */
    protected abstract void await(boolean readable, boolean writable);

    /** One read, as much as the buffer takes. The engine comes again if there is more. */
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
     * Does what is due, until nothing is or the socket takes no more; false when the connection is over, or no longer ours. What that throws is the
     * end of this connection, and of nothing else.
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
                case CLOSE -> {
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

    /** Whether the socket took all that it was offered. */
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

    /** As the log names it. */
    @Override
    public final String toString() {
        return "connection " + state.connection();
    }
}
