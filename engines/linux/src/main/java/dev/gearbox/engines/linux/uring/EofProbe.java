package dev.gearbox.engines.linux.uring;

import static dev.gearbox.engines.linux.uring.UringConstants.*;

import dev.gearbox.engines.linux.system.Constants;
import dev.gearbox.engines.linux.system.Layouts;
import dev.gearbox.engines.linux.system.LinuxSockets;
import dev.gearbox.engines.linux.system.Syscalls;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Probes whether this kernel's multishot receive notices an end, or a reset, right behind bytes. If both had arrived before it ran, Linux before 7.0 checked
 * once: it delivered the bytes, and never reported the end (fixed by a68ed2df7213, which older kernels may have, too). The probe relies on the ring checking
 * only when it is entered, when both are there.
 */
final class EofProbe {
    private static final int BUFFERS = 4;
    private static final int BUFFER = 64;
    private static final int ALIGNMENT = 64 << 10;
    /** More attempts than it takes. */
    private static final int LOOKS = 4;

    private EofProbe() {}

    /** Runs the probe. False if it cannot run, for lack of descriptors or memory. */
    static boolean noticesEnds(Syscalls calls) {
        int[] pair = new int[2];
        if (calls.socketPair(pair) < 0) {
            return false;
        }
        try (Arena arena = Arena.ofShared();
                Ring ring = new Ring(calls)) {
            MemorySegment buffers = arena.allocate((long) BUFFERS * BUFFER_SIZE, ALIGNMENT);
            MemorySegment memory = arena.allocate((long) BUFFERS * BUFFER);
            ring.registerBuffers(buffers.address(), BUFFERS, BufferRing.GROUP);
            for (int id = 0; id < BUFFERS; id++) {
                long at = buffers.address() + (long) id * BUFFER_SIZE;
                Layouts.putLong(at, memory.address() + (long) id * BUFFER);
                Layouts.putInt(at + BUFFER_LENGTH, BUFFER);
                Layouts.putShort(at + BUFFER_ID, (short) id);
            }
            Layouts.putRelease(buffers.address() + BUFFER_TAIL, (short) BUFFERS);
            ring.enable();
            ring.request(
                    OP_RECV | BUFFER_SELECT << 8 | RECV_MULTISHOT << 16, pair[0], 0, 0, 0, 0, 1, BufferRing.GROUP, 0);
            ring.submit();
            calls.send(pair[1], memory.address(), 1);
            calls.shutdown(pair[1], Constants.SHUT_WR);
            AtomicBoolean noticed = new AtomicBoolean();
            for (int look = 0; look < LOOKS; look++) {
                ring.submit();
                ring.drain((data, result, flags) -> noticed.compareAndSet(false, result == 0));
            }
            return noticed.get();
        } catch (IOException unable) {
            return false;
        } finally {
            LinuxSockets.close(calls, pair[0]);
            LinuxSockets.close(calls, pair[1]);
        }
    }
}
