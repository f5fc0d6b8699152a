package dev.gearbox.files.system;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** A path in native memory, which each call overwrites. Not thread-safe. */
final class CString {
    private MemorySegment memory;
    private long address;

    CString(int bytes) {
        memory = Arena.ofAuto().allocate(bytes);
        address = memory.address();
    }

    /** Stores a path with a terminating zero, and returns its address, which is valid until the next call. */
    long set(byte[] path) {
        if (path.length >= memory.byteSize()) {
            memory = Arena.ofAuto().allocate(path.length + 1L);
            address = memory.address();
        }
        MemorySegment.copy(path, 0, memory, ValueLayout.JAVA_BYTE, 0, path.length);
        memory.set(ValueLayout.JAVA_BYTE, path.length, (byte) 0);
        return address;
    }
}
