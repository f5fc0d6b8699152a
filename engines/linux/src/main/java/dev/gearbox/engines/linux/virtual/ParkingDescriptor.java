package dev.gearbox.engines.linux.virtual;

import dev.gearbox.engines.linux.epoll.EpollLoop;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.AsynchronousCloseException;
import java.nio.channels.ClosedChannelException;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A non-blocking descriptor with blocking calls for virtual threads: a thread whose call would block parks, and its loop unparks it when the descriptor is
 * ready. It is registered once, edge-triggered, when it is first used; from then on every call on it, including the close, is made on that loop by the loop's
 * threads, so no descriptor is closed during a call. One thread can wait to read and one to write.
 *
 * <p>An edge that arrives while no thread waits is remembered, and a thread that was unparked for another reason checks again and parks again. So no edge is
 * missed and no permit is mistaken for one.
 */
abstract class ParkingDescriptor implements EpollLoop.Ready, Closeable {
    private static final int EDGES =
            Constants.EPOLLIN | Constants.EPOLLOUT | Constants.EPOLLPRI | Constants.EPOLLRDHUP | Constants.EPOLLET;

    /** After so many calls that did not have to wait, the thread yields to the others on its loop. */
    private static final int BATCH = 16;

    private final VirtualLoops loops;
    private final int descriptor;
    private @Nullable VirtualLoop loop;
    private boolean registered;
    private boolean readable = true;
    private boolean writable = true;
    /** The bytes may be followed by an end, an error or urgent data: a short read has not drained the socket then. */
    private boolean punctuated;

    private int inRow;
    private @Nullable Thread reader;
    private @Nullable Thread writer;
    private volatile boolean closing;
    private boolean closed;
    private boolean released;
    private boolean handedOver;

    /** @param loop on which it is used; null if determined by its first use */
    ParkingDescriptor(VirtualLoops loops, int descriptor, @Nullable VirtualLoop loop) {
        this.loops = loops;
        this.descriptor = descriptor;
        this.loop = loop;
    }

    final VirtualLoops loops() {
        return loops;
    }

    final int descriptor() {
        return descriptor;
    }

    /** Returns the system calls of the loop's thread: their results must be used before the thread can park. */
    final Syscalls calls() {
        return home().calls();
    }

    final VirtualLoop home() {
        VirtualLoop at = loop;
        if (at == null) {
            at = loops.here();
            loop = at;
        }
        return at;
    }

    /** Returns whether it has not been closed. From any thread. */
    public final boolean isOpen() {
        return !closing;
    }

    /** Waits until a read is worth trying; returns false if there will be none any more, because the descriptor was detached. */
    final boolean awaitReadable() throws IOException {
        begin();
        if (!readable) {
            reader = Thread.currentThread();
            try {
                while (!readable && !released) {
                    park();
                }
            } finally {
                reader = null;
            }
        }
        return !released;
    }

    /** Waits until a write is worth trying. */
    final void awaitWritable() throws IOException {
        begin();
        if (!writable) {
            writer = Thread.currentThread();
            try {
                while (!writable && !released) {
                    park();
                }
            } finally {
                writer = null;
            }
        }
        if (released) {
            throw new ClosedChannelException();
        }
    }

    private void begin() throws IOException {
        if (++inRow > BATCH) {
            letOthersGoOn();
        }
        if ((closed || closing) && !released) {
            throw new ClosedChannelException();
        }
        if (!registered && !released) {
            home().register(descriptor, EDGES, this);
            registered = true;
        }
    }

    @SuppressWarnings(
            "ThreadPriorityCheck") // the scheduler is the loop: it queues the thread behind those that can continue
    private void letOthersGoOn() {
        inRow = 0;
        Thread.yield();
    }

    private void park() throws IOException {
        inRow = 0;
        LockSupport.park(this);
        // An interrupt is for the handler. Left set, it would turn every wait into a busy loop.
        Thread.interrupted();
        if ((closed || closing) && !released) {
            throw new AsynchronousCloseException();
        }
    }

    /** Detaches the descriptor: it is not read from or written to any more, and waiting threads return. On the loop, or before its first use. */
    final void letGo() {
        released = true;
        if (registered) {
            registered = false;
            home().dismiss(descriptor);
        }
        closing = true;
        closed = true;
        LockSupport.unpark(reader);
        LockSupport.unpark(writer);
    }

    /** The detached descriptor belongs to another owner from now on, who closes it. */
    final void handOver() {
        handedOver = true;
    }

    /** The read found no bytes: the next one waits for an edge. */
    final void readNothing() {
        readable = false;
    }

    /** The read was short: there are no more bytes, and the next one waits for an edge without trying first. */
    final void readLess() {
        readable = punctuated;
    }

    /** The write found no room: the next one waits for an edge. */
    final void wroteNothing() {
        writable = false;
    }

    @Override
    public final void ready(int events) {
        if ((events & ~(Constants.EPOLLIN | Constants.EPOLLOUT)) != 0) {
            punctuated = true;
            wakeReader();
            wakeWriter();
            return;
        }
        if ((events & Constants.EPOLLIN) != 0) {
            wakeReader();
        }
        if ((events & Constants.EPOLLOUT) != 0) {
            wakeWriter();
        }
    }

    private void wakeReader() {
        readable = true;
        LockSupport.unpark(reader);
    }

    /** Makes a thread that waits to write check again. On the loop. */
    final void wakeWriter() {
        writable = true;
        LockSupport.unpark(writer);
    }

    /** Closes it: waiting threads get an exception. From any thread; before its first use, from the only thread that knows it. */
    @Override
    public final void close() {
        closing = true;
        VirtualLoop at = loop;
        if (at == null) {
            if (!closed) {
                closed = true;
                LinuxSockets.close(new Syscalls(), descriptor);
            }
        } else if (at.isHere()) {
            closeHere(at);
        } else {
            at.execute(() -> closeHere(at));
        }
    }

    private void closeHere(VirtualLoop at) {
        if (closed) {
            if (released && !handedOver) {
                handedOver = true;
                LinuxSockets.close(at.calls(), descriptor);
            }
            return;
        }
        closed = true;
        if (registered) {
            at.close(descriptor);
        } else {
            LinuxSockets.close(at.calls(), descriptor);
        }
        LockSupport.unpark(reader);
        LockSupport.unpark(writer);
    }

    @Override
    public final void abandoned() {
        close();
    }
}
