package dev.gearbox.engines.linux.system;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** An eventfd by which other threads wake a loop. Its lock prevents a write to the descriptor number after it was closed and may have been reused. */
public final class Wakeup {
    private final Syscalls calls;
    private final MemorySegment one = Arena.ofAuto().allocate(ValueLayout.JAVA_LONG);
    private final int descriptor;
    private boolean closed;

    public Wakeup() throws IOException {
        this(new Syscalls());
    }

    /** @param calls not shared with another thread */
    public Wakeup(Syscalls calls) throws IOException {
        this.calls = calls;
        descriptor = calls.eventfd();
        if (descriptor < 0) {
            throw Errno.during("eventfd", descriptor);
        }
        one.set(ValueLayout.JAVA_LONG, 0, 1);
    }

    public int descriptor() {
        return descriptor;
    }

    /** Wakes the loop. From any thread. */
    public synchronized void wake() {
        if (closed) {
            return;
        }
        int result = calls.write(descriptor, one.address(), Long.BYTES);
        // EAGAIN: the counter is full, so the loop is awake.
        if (result < 0 && result != -Constants.EAGAIN) {
            throw new IllegalStateException("cannot wake a loop: " + Syscalls.words(-result));
        }
    }

    public synchronized void close() {
        closed = true;
        LinuxSockets.close(calls, descriptor);
    }
}
