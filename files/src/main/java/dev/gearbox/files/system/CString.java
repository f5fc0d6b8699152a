package dev.gearbox.files.system;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;

/** A path in native memory, which each call overwrites. Not thread-safe. */
final class CString {
    private ByteBuffer memory;
    private long address;

    CString(int bytes) {
        memory = ByteBuffer.allocateDirect(bytes);
        address = MemorySegment.ofBuffer(memory).address();
    }

    /** Stores a path with a terminating zero, and returns its address, which is valid until the next call. */
    long set(byte[] path) {
        if (path.length >= memory.capacity()) {
            memory = ByteBuffer.allocateDirect(path.length + 1);
            address = MemorySegment.ofBuffer(memory).address();
        }
        memory.put(0, path);
        memory.put(path.length, (byte) 0);
        return address;
    }
}
