package dev.gearbox.subject;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The resource usage of the calling process so far, as {@code getrusage(RUSAGE_SELF)} reports it: unlike /proc it includes the switches of threads
 * that have ended, of which a server with a thread for each connection has thousands. Child processes
 * that ended and were waited for are included.
 *
 * @param nanos the time of the reading, on the monotonic clock, which all processes of a machine share
 * @param userMicros processor time in user mode, in µs
 * @param systemMicros processor time in the kernel, in µs
 * @param voluntarySwitches switches because a thread had to wait
 * @param involuntarySwitches switches because another thread was scheduled
 * @param pageFaults pages of memory that had to be mapped, allocated or read before an instruction could continue
 * @param diskBytes bytes read from disks, and bytes made dirty that will be written to them
 */
public record Usage(
        long nanos,
        long userMicros,
        long systemMicros,
        long voluntarySwitches,
        long involuntarySwitches,
        long pageFaults,
        long diskBytes) {
    /** Two timevals and fourteen longs: struct rusage on every 64-bit Linux. */
    private static final int SIZE = 18;

    /** The unit in which the system counts disk reads and writes, in bytes. */
    private static final int BLOCK = 512;

    private static final int SELF = 0;
    private static final int CHILDREN = -1;

    /** Linked in the process that asks for its own usage, not in the lab, which only reads the answers of others. */
    private static final class Linked {
        static final @Nullable MethodHandle GETRUSAGE = link();
    }

    /** Returns the usage of this process; empty on systems other than Linux. */
    static Optional<Usage> self() {
        MethodHandle getrusage = Linked.GETRUSAGE;
        if (getrusage == null) {
            return Optional.empty();
        }
        try (Arena arena = Arena.ofConfined()) {
            MemorySegment self = arena.allocate(ValueLayout.JAVA_LONG, SIZE);
            MemorySegment children = arena.allocate(ValueLayout.JAVA_LONG, SIZE);
            long nanos = System.nanoTime();
            int result = (int) getrusage.invokeExact(SELF, self) | (int) getrusage.invokeExact(CHILDREN, children);
            return result == 0 ? Optional.of(read(nanos, self).plus(read(0, children))) : Optional.empty();
        } catch (Throwable impossible) {
            throw new IllegalStateException("getrusage", impossible);
        }
    }

    /** Returns user and system time together, in µs. */
    public long cpuMicros() {
        return userMicros + systemMicros;
    }

    private static Usage read(long nanos, MemorySegment rusage) {
        return new Usage(
                nanos,
                at(rusage, 0) * 1_000_000 + at(rusage, 1),
                at(rusage, 2) * 1_000_000 + at(rusage, 3),
                at(rusage, 16),
                at(rusage, 17),
                at(rusage, 8) + at(rusage, 9),
                BLOCK * (at(rusage, 11) + at(rusage, 12)));
    }

    /** Returns the sum of both. */
    Usage plus(Usage other) {
        return new Usage(
                nanos + other.nanos,
                userMicros + other.userMicros,
                systemMicros + other.systemMicros,
                voluntarySwitches + other.voluntarySwitches,
                involuntarySwitches + other.involuntarySwitches,
                pageFaults + other.pageFaults,
                diskBytes + other.diskBytes);
    }

    /** Returns the usage since an earlier reading. */
    Usage minus(Usage other) {
        return new Usage(
                nanos - other.nanos,
                userMicros - other.userMicros,
                systemMicros - other.systemMicros,
                voluntarySwitches - other.voluntarySwitches,
                involuntarySwitches - other.involuntarySwitches,
                pageFaults - other.pageFaults,
                diskBytes - other.diskBytes);
    }

    /** Returns the fields for an answer, from which the lab decodes them. */
    Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("nanos", nanos);
        fields.put("userMicros", userMicros);
        fields.put("systemMicros", systemMicros);
        fields.put("voluntarySwitches", voluntarySwitches);
        fields.put("involuntarySwitches", involuntarySwitches);
        fields.put("pageFaults", pageFaults);
        fields.put("diskBytes", diskBytes);
        return fields;
    }

    private static long at(MemorySegment rusage, int index) {
        return rusage.getAtIndex(ValueLayout.JAVA_LONG, index);
    }

    @SuppressWarnings("restricted") // getrusage fills a struct for which the arena above is large enough
    private static @Nullable MethodHandle link() {
        if (!System.getProperty("os.name").equals("Linux") || ValueLayout.ADDRESS.byteSize() != 8) {
            return null;
        }
        Linker linker = Linker.nativeLinker();
        return linker.downcallHandle(
                linker.defaultLookup().findOrThrow("getrusage"),
                FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.ADDRESS));
    }
}
