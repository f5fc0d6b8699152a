package dev.gearbox.subject;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * The processor time of any process, exactly: the kernel has a clock for each, which counts all its threads, ended ones
 * too, in nanoseconds. /proc tells the same in hundredths of a second, which is a tenth of what a lean server uses in a
 * slice.
 */
public final class CpuClock {
    /** As in {@code clock_getcpuclockid} on Linux: the inverted process id, then "all of its threads, as scheduled". */
    private static final int SCHEDULED = 2;

    private static final @Nullable MethodHandle CLOCK_GETTIME = link();

    private CpuClock() {}

    /** What it has used so far, in ns; empty when it is gone, and where there is no Linux. */
    public static OptionalLong nanos(long pid) {
        MethodHandle gettime = CLOCK_GETTIME;
        if (gettime == null) {
            return OptionalLong.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment timespec = arena.allocate(ValueLayout.JAVA_LONG, 2);
            int result = (int) gettime.invokeExact(~(int) pid << 3 | SCHEDULED, timespec);
            return result == 0
                    ? OptionalLong.of(timespec.getAtIndex(ValueLayout.JAVA_LONG, 0) * 1_000_000_000
                            + timespec.getAtIndex(ValueLayout.JAVA_LONG, 1))
                    : OptionalLong.empty();
        } catch (Throwable impossible) {
            throw new IllegalStateException("clock_gettime", impossible);
        }
    }

    @SuppressWarnings(
            "restricted") // clock_gettime fills a struct of two longs, which the arena above is long enough for
    private static @Nullable MethodHandle link() {
        if (!System.getProperty("os.name").equals("Linux") || ValueLayout.ADDRESS.byteSize() != 8) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("clock_gettime"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }
}
