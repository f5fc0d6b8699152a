package dev.gearbox.load.loop;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Asks Linux to run the calling thread as soon as it wakes up.
 *
 * <ul>
 *   <li>By a short timer slack, {@code prctl(PR_SET_TIMERSLACK)}: without it {@code parkNanos} overshoots by about 60 us, with it by about 8 us.
 *   <li>By a short time slice, {@code sched_setattr}: since Linux 6.12 a thread that wakes up takes the core at once from one whose time slice is longer. Older
 *       kernels ignore it.
 * </ul>
 */
final class ThreadScheduling {
    /** The shortest that Linux knows, in nanoseconds. */
    private static final long SHORTEST_SLICE = 100_000;

    private static final int PR_SET_TIMERSLACK = 29;

    /** The struct {@code sched_attr} of sched_setattr(2), and its field {@code sched_runtime}. */
    private static final int ATTRIBUTES = 48;

    private static final long RUNTIME = 24;

    // All of them only read and write their arguments. Without native access a call would print a warning, so it is
    // skipped then.
    private static final @Nullable MethodHandle PRCTL =
            function("prctl", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));

    private static final @Nullable MethodHandle SYSCALL = function(
            "syscall",
            FunctionDescriptor.of(
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_LONG,
                    ValueLayout.JAVA_INT,
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_INT,
                    ValueLayout.JAVA_INT));

    private ThreadScheduling() {}

    /** Sets the calling thread's timer slack to one nanosecond; returns false where that is not possible. */
    static boolean setMinimalSlack() {
        return slack(1);
    }

    /** Restores the process's timer slack for the calling thread. */
    static void restoreSlack() {
        slack(0);
    }

    /** Sets the calling thread's time slice to the shortest; returns false where that is not possible. */
    static boolean setMinimalTimeSlice() {
        return timeSlice(SHORTEST_SLICE);
    }

    /** Restores the system's time slice for the calling thread. */
    static void restoreTimeSlice() {
        timeSlice(0);
    }

    private static boolean slack(long nanos) {
        if (PRCTL == null) {
            return false;
        }
        try {
            return (int) PRCTL.invokeExact(PR_SET_TIMERSLACK, nanos) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("prctl does not throw", e);
        }
    }

    /** Keeps the policy and the priority as they are; zero: the system's time slice. */
    private static boolean timeSlice(long nanos) {
        Calls calls = Calls.of(System.getProperty("os.arch"));
        MethodHandle syscall = SYSCALL;
        if (syscall == null || calls == null) {
            return false;
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment attributes = arena.allocate(ATTRIBUTES, Long.BYTES);
            if (call(syscall, calls.get, attributes, ATTRIBUTES, 0) != 0) {
                return false;
            }
            attributes.set(ValueLayout.JAVA_LONG, RUNTIME, nanos);
            return call(syscall, calls.set, attributes, 0, 0) == 0
                    && call(syscall, calls.get, attributes, ATTRIBUTES, 0) == 0
                    && (nanos == 0 || attributes.get(ValueLayout.JAVA_LONG, RUNTIME) == nanos);
        }
    }

    private static long call(MethodHandle syscall, long number, MemorySegment attributes, int third, int fourth) {
        try {
            return (long) syscall.invokeExact(number, 0, attributes, third, fourth);
        } catch (Throwable e) {
            throw new IllegalStateException("syscall does not throw", e);
        }
    }

    @SuppressWarnings("restricted")
    private static @Nullable MethodHandle function(String name, FunctionDescriptor descriptor) {
        if (!System.getProperty("os.name").equals("Linux")
                || !ThreadScheduling.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find(name)
                .map(symbol -> linker.downcallHandle(symbol, descriptor, Linker.Option.firstVariadicArg(1)))
                .orElse(null);
    }

    /** The numbers of {@code sched_setattr} and {@code sched_getattr}: not every C library has functions for them. */
    private record Calls(long set, long get) {
        static @Nullable Calls of(String architecture) {
            return switch (architecture) {
                case "amd64" -> new Calls(314, 315);
                case "aarch64" -> new Calls(274, 275);
                default -> null;
            };
        }
    }
}
