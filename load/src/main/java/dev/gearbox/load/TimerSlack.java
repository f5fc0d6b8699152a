package dev.gearbox.load;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;

/**
 * Asks Linux to wake this thread when its time has come and not up to 50 us later: {@code prctl(PR_SET_TIMERSLACK)}. Without it
 * {@code parkNanos} overshoots by about 60 us, with it by about 8 us.
 */
final class TimerSlack {
    private static final int PR_SET_TIMERSLACK = 29;

    private TimerSlack() {}

    /** Sets the calling thread's slack to a nanosecond; false where that cannot be done. */
    static boolean minimal() {
        return set(1);
    }

    /** Gives the calling thread the process's slack back. */
    static void restore() {
        set(0);
    }

    // prctl only reads its arguments; without native access there would be a warning, so it is not tried then.
    @SuppressWarnings("restricted")
    private static boolean set(long nanos) {
        if (!System.getProperty("os.name").equals("Linux")
                || !TimerSlack.class.getModule().isNativeAccessEnabled()) {
            return false;
        }
        try {
            Linker linker = Linker.nativeLinker();
            MethodHandle prctl = linker.downcallHandle(
                    linker.defaultLookup().findOrThrow("prctl"),
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG),
                    Linker.Option.firstVariadicArg(1));
            return (int) prctl.invokeExact(PR_SET_TIMERSLACK, nanos) == 0;
        } catch (Throwable e) {
            if (e instanceof Error error && !(e instanceof LinkageError)) {
                throw error;
            }
            // A system without prctl: the pacer spins longer instead and the report says so.
            return false;
        }
    }
}
