package dev.gearbox.engines.linux.system;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.VarHandle;

/**
 * The layouts of the kernel's structures, and access to them by address, in one segment that spans the whole memory, because what the kernel shares with us
 * (rings, event arrays) has no other owner. A wrong address here crashes the process, so nothing outside this module can pass one: sessions see buffers only,
 * whose bounds the JDK checks.
 */
public final class Layouts {
    /** Of struct epoll_event: packed on x86-64 and on no other processor. */
    public static final int EPOLL_EVENT_SIZE = Platform.isX86() ? 12 : 16;

    /** Of its field data, behind events. */
    public static final int EPOLL_EVENT_DATA = Platform.isX86() ? 4 : 8;

    /** Of struct sockaddr_un, the largest of the three that occur. */
    static final int SOCKADDR_UN_SIZE = 110;

    /** Of struct sockaddr_in6. */
    static final int SOCKADDR_SIZE = 28;

    /** Of struct sockaddr_in. */
    static final int SOCKADDR_IN_SIZE = 16;

    /** Of struct timespec. */
    public static final int TIMESPEC_SIZE = 16;

    @SuppressWarnings("restricted") // see the class comment
    private static final MemorySegment MEMORY = MemorySegment.NULL.reinterpret(Long.MAX_VALUE);

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfInt PACKED_INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final VarHandle SHARED_INT = ValueLayout.JAVA_INT.varHandle();
    private static final VarHandle SHARED_SHORT = ValueLayout.JAVA_SHORT.varHandle();

    private Layouts() {}

    public static void putShort(long address, short value) {
        MEMORY.set(ValueLayout.JAVA_SHORT, address, value);
    }

    public static int getInt(long address) {
        return MEMORY.get(INT, address);
    }

    public static void putInt(long address, int value) {
        MEMORY.set(INT, address, value);
    }

    public static int getPackedInt(long address) {
        return MEMORY.get(PACKED_INT, address);
    }

    public static void putPackedInt(long address, int value) {
        MEMORY.set(PACKED_INT, address, value);
    }

    public static long getLong(long address) {
        return MEMORY.get(ValueLayout.JAVA_LONG, address);
    }

    public static void putLong(long address, long value) {
        MEMORY.set(ValueLayout.JAVA_LONG, address, value);
    }

    /** Reads an index that the kernel writes, with acquire semantics. */
    public static int getAcquire(long address) {
        return (int) SHARED_INT.getAcquire(MEMORY, address);
    }

    /** Writes an index that the kernel reads, with release semantics. */
    public static void putRelease(long address, int value) {
        SHARED_INT.setRelease(MEMORY, address, value);
    }

    public static void putRelease(long address, short value) {
        SHARED_SHORT.setRelease(MEMORY, address, value);
    }
}
