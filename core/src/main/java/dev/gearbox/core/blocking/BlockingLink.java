package dev.gearbox.core.blocking;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Cancellable;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.core.sockets.DetachedSocket;
import dev.gearbox.core.sockets.LostSocket;
import dev.gearbox.core.sockets.Quietly;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.core.spi.EngineSide;
import dev.gearbox.core.spi.Transport;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A connection with a thread of its own, which blocks: read, call back, write, read again. While it is blocked in a write it does not read:
 * back-pressure comes with the model.
 *
 * <p>Turns are kept apart by a lock that is held neither while reading nor while writing. So a task from another thread, or a timer, need not
 * wait for the peer: if the connection's own thread is blocked, a courier (a thread that the engine lends) takes the turn. If it is not, it
 * looks for such tasks itself before it blocks. No task is missed: the sender adds it before it looks whether the thread is blocked, and the
 * thread says that it is blocked before it looks for tasks.
 *
 * <p>When the connection is to leave for another engine, a thread that is in a read or a write is not waited for: the socket is taken away from
 * under it, and it comes out. The connection's own thread then lets go, and waits for the answer: it ends, or goes on where it was.
 */
final class BlockingLink implements Transport, Runnable {
    /** With tasks, on one thread, before another one has to go on with them. */
    private static final int TURNS = 4;

    private final EngineBase engine;
    private final Wire.Network network;
    private final EngineSide side;
    private final Crew.Home home;
    private final ReentrantLock turn = new ReentrantLock();
    private Wire wire;

    /** Whether the connection's own thread is, or is about to be, in a call that may take any time. */
    private volatile boolean blocked;

    /** Whether a courier is on its way, or at it: one is enough, however many tasks come meanwhile. */
    private final AtomicBoolean summoned = new AtomicBoolean();

    private @Nullable Thread thread;
    private final ReadSize readSize = new ReadSize();
    /** What the connection's own thread reads into; only its own. */
    private @Nullable PooledBuffer buffer;

    private int caller;

    /** Whether the connection's own thread is in a read; like all below, in a turn. */
    private boolean reading;
    /** Who is in a write. */
    private @Nullable Thread writer;

    private int writersCaller;
    /** The socket, taken away from under those. */
    private @Nullable DetachedSocket calledOff;

    private boolean away;
    private volatile boolean answered;
    private @Nullable DetachedSocket back;

    BlockingLink(EngineBase engine, Wire.Network network, Wire wire, EngineSide side, Crew.Home home) {
        this.engine = engine;
        this.network = network;
        this.wire = wire;
        this.side = side;
        this.home = home;
    }

    /** The life of the connection's own thread. */
    @Override
    public void run() {
        turn.lock();
        try {
            thread = Thread.currentThread();
            caller = wire.caller();
            if (!side.open(this)) {
                side.declined(detached(wire, side));
                return;
            }
            converse();
        } finally {
            turn.unlock();
        }
    }

    /** What is thrown where no session could have caught it is the end of this connection, and of nothing else. */
    private void converse() {
        try {
            takeTurns();
        } catch (RuntimeException | Error defect) {
            blocked = false;
            side.failed(defect);
            takeTurns();
        }
    }

    private void takeTurns() {
        try {
            while (settle()) {
                if (side.reading() && calledOff == null) {
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

    /** From here on a courier takes the turns that come. */
    private void block() {
        blocked = true;
        if (side.hasMail()) {
            // Tasks that post tasks: a courier goes on with them, or the peer's bytes would wait for ever.
            wake();
        }
    }

    private void read(PooledBuffer target) {
        int count = 0;
        IOException failure = null;
        reading = true;
        turn.unlock();
        try {
            count = wire.read(target.clear());
        } catch (IOException thrown) {
            failure = thrown;
        } finally {
            blocked = false;
            turn.lock();
            reading = false;
        }
        if (side.isOver()) {
            return;
        }
        if (failure != null) {
            if (calledOff == null || ConnectionResetException.is(failure)) {
                side.failed(failure);
            }
        } else if (count < 0) {
            // If it is the end of the bytes after all, the next engine finds it, too.
            if (calledOff == null) {
                side.inputEnded();
            }
        } else {
            readSize.got(count);
            side.received(target);
        }
    }

    /** Waits for a courier to change something: reading is paused, or a courier is sending and the backlog is high. */
    private void park() {
        turn.unlock();
        try {
            LockSupport.park(this);
        } finally {
            blocked = false;
            turn.lock();
        }
        // An interrupt is the handler's own affair, but left standing it would make the next wait a spin, and the next
        // read a close.
        Thread.interrupted();
    }

    /**
     * Does what is due, until nothing is; false when the connection is over, or no longer ours. Tasks may be left, which are a courier's: one after
     * the other, so that what shares a processor with them, or a loop, has its turn.
     */
    private boolean settle() {
        for (int turns = 0; ; turns++) {
            if (side.hasMail() && turns < TURNS) {
                side.turn();
            }
            switch (side.next()) {
                case SEND -> send();
                case END_OUTPUT -> {
                    try {
                        wire.endOutput();
                        side.outputEnded();
                    } catch (IOException failure) {
                        side.failed(failure);
                    }
                }
                case CLOSE -> {
                    Quietly.close(wire);
                    if (calledOff != null) {
                        Quietly.close(calledOff);
                    }
                    side.closed();
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
                    return !side.isOver();
                }
            }
        }
    }

    private void send() {
        ByteBuffer output = side.output();
        int length = output.remaining();
        IOException failure = null;
        boolean own = isOwnThread();
        if (own) {
            blocked = true;
            if (side.hasMail()) {
                side.turn();
            }
        } else {
            // Whoever has a task now needs another courier than this one.
            summoned.set(false);
            if (side.hasMail()) {
                wake();
            }
        }
        if (side.next() == EngineSide.Next.SHIFT) {
            if (own) {
                blocked = false;
            }
            side.sent(0);
            return;
        }
        writer = Thread.currentThread();
        writersCaller = own ? caller : wire.caller();
        turn.unlock();
        try {
            while (output.hasRemaining()) {
                wire.write(output);
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
        if (side.isOver()) {
            return;
        }
        side.sent(length - output.remaining());
        if (failure != null && calledOff == null) {
            side.failed(failure);
        }
    }

    /** Takes the socket away from under those who are in a call on it. If nobody is, the connection's own thread is about to let go. */
    private void callOff() {
        if (calledOff != null || (!reading && writer == null)) {
            return;
        }
        try {
            calledOff = wire.callOff(side.localAddress(), side.remoteAddress());
        } catch (IOException failure) {
            side.stays(failure);
            return;
        }
        if (reading) {
            wire.kick(requireNonNull(thread), caller);
        }
        if (writer != null) {
            wire.kick(writer, writersCaller);
        }
    }

    /** On the connection's own thread, when nobody is in a call: hands the connection over and waits for the answer; true if it came back. */
    private boolean letGo() {
        DetachedSocket socket = calledOff;
        if (socket == null) {
            try {
                socket = wire.detach(side.localAddress(), side.remoteAddress());
            } catch (IOException failure) {
                side.stays(failure);
                return true;
            }
        } else {
            Quietly.close(wire);
            calledOff = null;
        }
        away = true;
        answered = false;
        side.released(socket);
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
            wire = network.adopt(socket);
        } catch (IOException | UnsupportedOperationException failure) {
            side.declined(socket, failure);
            return false;
        }
        away = false;
        return side.open(this);
    }

    /** The socket of a connection that nobody is to drive here after all. */
    static DetachedSocket detached(Wire wire, EngineSide side) {
        try {
            return wire.detach(side.localAddress(), side.remoteAddress());
        } catch (IOException lost) {
            Quietly.close(wire);
            return new LostSocket(side.localAddress(), side.remoteAddress());
        }
    }

    @Override
    public void moved() {
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
            side.failed(defect);
            settle();
        }
    }

    /** On a courier: the turn that the connection's own thread cannot take. */
    private void stepIn() {
        turn.lock();
        try {
            if (!away && !side.isOver()) {
                settleOrFail();
            }
        } finally {
            turn.unlock();
        }
        // If it is parked, there may be something for it to read now; if not, its next wait is a short one.
        LockSupport.unpark(thread);
        summoned.set(false);
        if (side.hasMail() && !side.isOver()) {
            wake();
        }
    }

    /**
     * To read into.
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
                home.lend(this::stepIn);
            } catch (RejectedExecutionException ended) {
                // The engine has stopped its threads, after the last of its connections: nobody is left to have a turn.
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
        return home.after(nanos, task);
    }
}
