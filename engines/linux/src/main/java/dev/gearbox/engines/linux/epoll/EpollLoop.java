package dev.gearbox.engines.linux.epoll;

import dev.gearbox.core.buffers.PooledBuffer;
import dev.gearbox.core.buffers.ReadSize;
import dev.gearbox.core.loop.EventLoop;
import dev.gearbox.core.spi.EngineBase;
import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Errno;
import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Syscalls;
import dev.gearbox.engines.linux.system.Wakeup;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * An event loop that waits on one epoll descriptor. Registrations are looked up by descriptor number in an array: an event costs no hashing and no object.
 * Descriptors are registered, changed and closed on the loop's thread only, so none is closed during a call. A stale event of a closed descriptor in the same
 * batch at most makes the next owner of its number try once for nothing.
 */
public class EpollLoop extends EventLoop {
    /** A handler for readiness of a descriptor. */
    public interface Ready {
        /** These of EPOLLIN, EPOLLOUT, EPOLLERR, EPOLLHUP and EPOLLRDHUP hold. On the loop's thread. */
        void ready(int events);

        /** The loop ends; the owner of the descriptor closes it. On the loop's thread. */
        void abandoned();
    }

    private static final int BATCH = 512;

    private final Syscalls calls = new Syscalls();
    private final MemorySegment events = Arena.ofAuto().allocate((long) BATCH * Layouts.EPOLL_EVENT_SIZE, 8);
    private final MemorySegment change = Arena.ofAuto().allocate(Layouts.EPOLL_EVENT_SIZE, 8);
    /** Null until something is read. */
    private @Nullable PooledBuffer readBuffer;

    private final int epoll;
    private final Wakeup wakeup;
    private @Nullable Ready[] attached = new Ready[1024];

    /** Creates a loop whose thread does not run yet. */
    public EpollLoop(EngineBase engine, String threadName) throws IOException {
        super(engine, threadName);
        epoll = calls.epollCreate();
        if (epoll < 0) {
            throw Errno.during("epoll_create1", epoll);
        }
        try {
            wakeup = new Wakeup();
        } catch (IOException failure) {
            LinuxSockets.close(calls, epoll);
            throw failure;
        }
        // Each write to it is an edge: it need not be read.
        control(Constants.EPOLL_CTL_ADD, wakeup.descriptor(), Constants.EPOLLIN | Constants.EPOLLET);
    }

    /**
     * Starts a loop.
     *
     * @throws UncheckedIOException if the system has no descriptor left for it
     */
    static EpollLoop start(EngineBase engine, String threadName) {
        EpollLoop loop;
        try {
            loop = new EpollLoop(engine, threadName);
        } catch (IOException failure) {
            throw new UncheckedIOException("no epoll loop: " + failure.getMessage(), failure);
        }
        loop.start();
        return loop;
    }

    /** Returns the system calls of the loop's thread. */
    public final Syscalls calls() {
        return calls;
    }

    /**
     * Returns the loop's read buffer, which all its connections share: none needs it after its event.
     *
     * @throws OutOfMemoryError if there is no memory for it
     */
    final PooledBuffer readBuffer() {
        PooledBuffer own = readBuffer;
        if (own == null) {
            own = engine().pool().take(ReadSize.LARGEST);
            readBuffer = own;
        }
        return own;
    }

    /** Registers a descriptor: {@code ready} is notified of {@code interest} from now on. On the loop's thread. */
    public final void register(int descriptor, int interest, Ready ready) throws IOException {
        attach(descriptor, ready);
        int result = control(Constants.EPOLL_CTL_ADD, descriptor, interest);
        if (result < 0) {
            attached[descriptor] = null;
            throw Errno.during("epoll_ctl", result);
        }
    }

    /** Replaces the handler of a descriptor. On the loop's thread. */
    final void attach(int descriptor, Ready ready) {
        if (descriptor >= attached.length) {
            attached = Arrays.copyOf(attached, Math.max(descriptor + 1, attached.length * 2));
        }
        attached[descriptor] = ready;
    }

    /**
     * Changes the interest in a descriptor. A descriptor without interest stays registered edge-triggered: epoll always reports errors and hang-ups, and in
     * this mode does so once instead of continuously. On the loop's thread.
     */
    final void change(int descriptor, int interest) {
        int result = control(Constants.EPOLL_CTL_MOD, descriptor, interest == 0 ? Constants.EPOLLET : interest);
        if (result < 0) {
            throw new UncheckedIOException(Errno.during("epoll_ctl", result));
        }
    }

    private int control(int operation, int descriptor, int interest) {
        long event = change.address();
        Layouts.putPackedInt(event, interest);
        Layouts.putPackedInt(event + Layouts.EPOLL_EVENT_DATA, descriptor);
        return calls.epollCtl(epoll, operation, descriptor, event);
    }

    /** Closes a descriptor, which removes it from epoll. On the loop's thread. */
    public final void close(int descriptor) {
        attached[descriptor] = null;
        LinuxSockets.close(calls, descriptor);
    }

    /** Removes a descriptor from epoll and leaves it open. On the loop's thread. */
    public final void dismiss(int descriptor) {
        attached[descriptor] = null;
        int result = control(Constants.EPOLL_CTL_DEL, descriptor, 0);
        if (result < 0) {
            throw new UncheckedIOException(Errno.during("epoll_ctl", result));
        }
    }

    @Override
    protected void poll(long nanos) {
        // Rounded up: if the wait ended before the timer is due, a second, empty round would follow.
        long millis = nanos == Long.MAX_VALUE ? -1 : Math.min(Integer.MAX_VALUE, (nanos + 999_999) / 1_000_000);
        int count = calls.epollWait(epoll, events.address(), BATCH, (int) millis);
        if (count < 0 && count != -Constants.EINTR) {
            throw new UncheckedIOException(Errno.during("epoll_wait", count));
        }
        long event = events.address();
        for (int index = 0; index < count; index++, event += Layouts.EPOLL_EVENT_SIZE) {
            awaken();
            Ready ready = attached[Layouts.getPackedInt(event + Layouts.EPOLL_EVENT_DATA)];
            if (ready != null) {
                try {
                    ready.ready(Layouts.getPackedInt(event));
                } catch (Throwable defect) {
                    failed(ready, defect);
                }
                worked(ready);
            }
        }
    }

    @Override
    protected Runnable onThreadReplaced() {
        PooledBuffer old = readBuffer;
        readBuffer = null;
        return old == null ? () -> {} : old::release;
    }

    @Override
    protected void wakeup() {
        wakeup.wake();
    }

    @Override
    protected void onStop() {
        for (Ready ready : attached) {
            if (ready != null) {
                ready.abandoned();
            }
        }
        LinuxSockets.close(calls, epoll);
        wakeup.close();
        if (readBuffer != null) {
            readBuffer.release();
        }
    }
}
