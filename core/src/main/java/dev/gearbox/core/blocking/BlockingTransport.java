package dev.gearbox.core.blocking;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.core.sockets.Closeables;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection with its own thread, which blocks: read, call back, write, read again. While it is blocked in a write it does not read: back-pressure is
 * inherent in the model.
 *
 * <p>A lock, held neither while reading nor while writing, keeps turns from overlapping. So a task from another thread, or a timer, need not wait for the peer:
 * if the connection's own thread is blocked, a helper thread (lent by the engine) takes the turn. Otherwise the thread checks for such tasks itself before it
 * blocks. No task is missed: the sender adds it before it checks whether the thread is blocked, and the thread marks itself as blocked before it checks for
 * tasks.
 *
 * <p>A shift to another engine does not wait for a thread in a read or a write: the socket is detached and the call returns. The connection's own thread then
 * hands the connection over and waits for the answer: it ends, or continues where it was.
 */
final class BlockingTransport implements Transport, Runnable {
    /** The most rounds of tasks on one thread before another thread continues with them. */
    private static final int TURNS = 4;

    private final EngineBase engine;
    private final ConnectionState state;
    private final ConnectionThreads.ConnectionExecutor executor;
    private final ReentrantLock turn = new ReentrantLock();
    private final DetachedSocket came;
    private BlockingSocket blockingSocket;

    /** Whether the connection's own thread is in, or about to enter, a call that may block. */
    private volatile boolean blocked;

    /** Whether a helper thread is starting or running: one is enough, however many tasks are added meanwhile. */
    private final AtomicBoolean summoned = new AtomicBoolean();

    private @Nullable Thread thread;
    private final ReadSize readSize = new ReadSize();
    /** The buffer that the connection's own thread reads into; used by that thread only. */
    private @Nullable PooledBuffer buffer;

    private int caller;

    /** Whether the connection's own thread is in a read. This and the fields below are accessed in a turn. */
    private boolean reading;
    /** The thread that is in a write. */
    private @Nullable Thread writer;

    private int writersCaller;
    /** Whether the socket was detached from those threads. */
    private boolean calledOff;

    private boolean away;
    private volatile boolean answered;
    private @Nullable DetachedSocket back;

    /** @param came the original socket, or what wraps it: it is declined if the engine does not take the connection */
    BlockingTransport(
            EngineBase engine,
            BlockingSocket blockingSocket,
            DetachedSocket came,
            ConnectionState state,
            ConnectionThreads.ConnectionExecutor executor) {
        this.engine = engine;
        this.blockingSocket = blockingSocket;
        this.came = came;
        this.state = state;
        this.executor = executor;
    }

    /** Runs the connection on its own thread until it ends. */
    @Override
    public void run() {
        turn.lock();
        try {
            thread = Thread.currentThread();
            caller = blockingSocket.caller();
            if (!state.open(this)) {
                state.declined(came);
                return;
            }
            converse();
        } finally {
            turn.unlock();
        }
    }

    /** An exception that no session could have caught ends this connection and nothing else. */
    private void converse() {
        try {
            takeTurns();
        } catch (RuntimeException | Error defect) {
            blocked = false;
            state.failed(defect);
            takeTurns();
        }
    }

    private void takeTurns() {
        try {
            while (settle()) {
                if (state.reading() && !calledOff) {
                    PooledBuffer target = fitting();
                    block();
                    read(target);
                } else {
                    block();
                    park();
                }
            }
        } finally {
            giveUpBuffer();
        }
    }

    /** From here on a helper thread takes the following turns. */
    private void block() {
        blocked = true;
        if (state.hasMail()) {
            // Tasks that post tasks: a helper thread continues with them, or the peer's bytes would never be read.
            wake();
        }
    }

    private void read(PooledBuffer target) {
        int count = 0;
        IOException failure = null;
        reading = true;
        turn.unlock();
        try {
            count = blockingSocket.read(target.clear());
        } catch (IOException thrown) {
            failure = thrown;
        } finally {
            blocked = false;
            turn.lock();
            reading = false;
        }
        if (state.isOver()) {
            return;
        }
        if (failure != null) {
            if (!calledOff || ConnectionResetException.is(failure)) {
                state.failed(failure);
            }
        } else if (count < 0) {
            // If it is the end of the stream after all, the next engine will see it, too.
            if (!calledOff) {
                state.inputEnded();
            }
        } else {
            readSize.got(count);
            state.received(target);
        }
    }

    /** Waits for a helper thread to change something: reading is paused, or a helper thread is sending and many bytes are queued. */
    private void park() {
        turn.unlock();
        try {
            LockSupport.park(this);
        } finally {
            blocked = false;
            turn.lock();
        }
        // An interrupt is for the handler. Left set, it would turn the next wait into a busy loop and make the next
        // read close the socket.
        Thread.interrupted();
    }

    /**
     * Runs what is due; returns false when the connection has ended or belongs to another engine. Tasks that are left go to a helper thread, one after the
     * other, so that others on the same processor or loop get their turn.
     */
    private boolean settle() {
        for (int turns = 0; ; turns++) {
            if (state.hasMail() && turns < TURNS) {
                state.turn();
            }
            switch (state.next()) {
                case SEND -> send();
                case END_OUTPUT -> {
                    try {
                        blockingSocket.endOutput();
                        state.outputEnded();
                    } catch (IOException failure) {
                        state.failed(failure);
                    }
                }
                case ABORT -> {
                    Closeables.prepareReset(
                            () -> blockingSocket.resetOnClose(state.localAddress(), state.remoteAddress()));
                    Closeables.close(blockingSocket);
                    state.closed();
                    return false;
                }
                case CLOSE -> {
                    Closeables.close(blockingSocket);
                    state.closed();
                    return false;
                }
                case SHIFT -> {
                    if (!isOwnThread() || writer != null) {
                        callOff();
                        return true;
                    }
                    if (!letGo()) {
                        return false;
                    }
                }
                case REST -> {
                    return !state.isOver();
                }
            }
        }
    }

    private void send() {
        ByteBuffer output = state.output();
        int length = output.remaining();
        IOException failure = null;
        boolean own = isOwnThread();
        if (own) {
            blocked = true;
            if (state.hasMail()) {
                state.turn();
            }
        } else {
            // From here on, a new task needs another helper thread than this one.
            summoned.set(false);
            if (state.hasMail()) {
                wake();
            }
        }
        // The turn may have made something else due, a reset for example, and nothing wakes a thread that is in a write
        // by then.
        if (state.next() != ConnectionState.Next.REST) {
            if (own) {
                blocked = false;
            }
            state.sent(0);
            return;
        }
        writer = Thread.currentThread();
        writersCaller = own ? caller : blockingSocket.caller();
        turn.unlock();
        try {
            while (output.hasRemaining()) {
                blockingSocket.write(output);
            }
        } catch (IOException thrown) {
            failure = thrown;
        } finally {
            if (own) {
                blocked = false;
            }
            turn.lock();
            writer = null;
        }
        if (state.isOver()) {
            return;
        }
        state.sent(length - output.remaining());
        if (failure != null && !calledOff) {
            state.failed(failure);
        }
    }

    /** Detaches the socket while threads are in calls on it. If none is, the connection's own thread is about to hand it over. */
    private void callOff() {
        if (calledOff || (!reading && writer == null)) {
            return;
        }
        try {
            blockingSocket.callOff(state.localAddress(), state.remoteAddress());
            calledOff = true;
        } catch (IOException failure) {
            state.stays(failure);
            return;
        }
        if (reading) {
            blockingSocket.signal(requireNonNull(thread), caller);
        }
        if (writer != null) {
            blockingSocket.signal(writer, writersCaller);
        }
    }

    /** Hands the connection over and waits for the answer; returns true if it came back. Called on the connection's own thread while no thread is in a call. */
    private boolean letGo() {
        DetachedSocket socket;
        try {
            socket = blockingSocket.detach(state.localAddress(), state.remoteAddress());
        } catch (IOException failure) {
            state.stays(failure);
            return true;
        }
        away = true;
        answered = false;
        state.released(socket);
        turn.unlock();
        try {
            while (!answered) {
                LockSupport.park(this);
                Thread.interrupted();
            }
        } finally {
            turn.lock();
        }
        socket = back;
        if (socket == null) {
            return false;
        }
        back = null;
        try {
            blockingSocket = blockingSocket.back(socket);
        } catch (IOException | UnsupportedOperationException failure) {
            Closeables.close(blockingSocket);
            state.declined(socket, failure);
            return false;
        }
        calledOff = false;
        away = false;
        return state.open(this);
    }

    @Override
    public void moved() {
        blockingSocket.moved();
        answered = true;
        LockSupport.unpark(thread);
    }

    @Override
    public void takenBack(DetachedSocket socket) {
        back = socket;
        answered = true;
        LockSupport.unpark(thread);
    }

    private void settleOrFail() {
        try {
            settle();
        } catch (RuntimeException | Error defect) {
            state.failed(defect);
            settle();
        }
    }

    /** Runs the turn that the connection's own thread cannot take, on a helper thread. */
    private void stepIn() {
        turn.lock();
        try {
            if (!away && !state.isOver()) {
                settleOrFail();
            }
        } finally {
            turn.unlock();
        }
        // If it is parked, there may be something for it to read now; if not, its next wait is short.
        LockSupport.unpark(thread);
        summoned.set(false);
        if (state.hasMail() && !state.isOver()) {
            wake();
        }
    }

    /**
     * Returns the buffer to read into.
     *
     * @throws OutOfMemoryError if there is no memory for it
     */
    private PooledBuffer fitting() {
        PooledBuffer own = buffer;
        if (own == null || own.capacity() != readSize.bytes()) {
            giveUpBuffer();
            own = engine.pool().take(readSize.bytes());
            buffer = own;
        }
        return own;
    }

    private void giveUpBuffer() {
        if (buffer != null) {
            buffer.release();
            buffer = null;
        }
    }

    @Override
    public EngineBase engine() {
        return engine;
    }

    @Override
    public void wake() {
        if (blocked && summoned.compareAndSet(false, true)) {
            engine.counters().wakeups.increment();
            try {
                executor.runOnHelper(this::stepIn);
            } catch (RejectedExecutionException ended) {
                // The engine has stopped its threads, after the last of its connections: no turn can follow.
                return;
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // a thread is itself
    private boolean isOwnThread() {
        return Thread.currentThread() == thread;
    }

    @Override
    public Cancellable after(long nanos, Runnable task) {
        return executor.after(nanos, task);
    }
}
