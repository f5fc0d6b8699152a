package dev.gearbox.subject;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;

class JvmUsageTest {
    private static final int MIB = 1 << 20;

    /** A field, so that the allocation is not optimised away. */
    private Object held = "";

    @Test
    void countsWhatThreadsAllocatedThatHaveEnded() throws InterruptedException {
        JvmUsage before = JvmUsage.self();
        Thread thread = Thread.ofPlatform().start(() -> held = new byte[50 * MIB]);
        thread.join();
        JvmUsage after = JvmUsage.self();
        assertThat(after.allocatedBytes() - before.allocatedBytes()).isBetween(50L * MIB, 80L * MIB);
        assertThat(after.jitMillis()).isPositive();
        assertThat(after.threads()).isPositive();
        assertThat(held).isNotEqualTo("");
    }

    @Test
    void aCollectionFreesGarbageAndTheBuffersOfGarbage() {
        held = ByteBuffer.allocateDirect(8 * MIB);
        JvmUsage before = JvmUsage.afterCollection();
        held = new byte[20 * MIB]; // the buffer is garbage
        held = ""; // and so are these
        JvmUsage after = JvmUsage.afterCollection();
        assertThat(before.directBytes() - after.directBytes()).isGreaterThanOrEqualTo(8 * MIB);
        assertThat(after.heapUsedBytes()).isLessThan(before.heapUsedBytes() + 10 * MIB);
        assertThat(after.gcCount()).isGreaterThan(before.gcCount());
    }
}
