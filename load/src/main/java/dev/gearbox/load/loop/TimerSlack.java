package dev.gearbox.load.loop;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import org.jspecify.annotations.Nullable;

/**
 * Asks Linux to wake this thread on time instead of up to 50 us late: {@code prctl(PR_SET_TIMERSLACK)}. Without it
 * {@code parkNanos} overshoots by about 60 us, with it by about 8 us.
 */
final class TimerSlack {
    private static final int PR_SET_TIMERSLACK = 29;
    private static final @Nullable MethodHandle PRCTL = prctl();

    private TimerSlack() {}

    /** Sets the calling thread's timer slack to one nanosecond; returns false where that is not possible. */
    static boolean minimal() {
        return set(1);
    }

    /** Restores the process's timer slack for the calling thread. */
    static void restore() {
        set(0);
    }

    // prctl only reads its arguments. Without native access the call would print a warning, so it is skipped then.
    @SuppressWarnings("restricted")
    private static @Nullable MethodHandle prctl() {
        if (!System.getProperty("os.name").equals("Linux")
                || !TimerSlack.class.getModule().isNativeAccessEnabled()) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.defaultLookup()
                .find("prctl")
                .map(symbol -> linker.downcallHandle(
                        symbol,
                        FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                        Linker.Option.firstVariadicArg(1)))
                .orElse(null);
    }

    private static boolean set(long nanos) {
        if (PRCTL == null) {
            return false;
        }
        try {
            return (int) PRCTL.invokeExact(PR_SET_TIMERSLACK, nanos) == 0;
        } catch (Throwable e) {
            throw new IllegalStateException("prctl does not throw", e);
        }
    }
}
