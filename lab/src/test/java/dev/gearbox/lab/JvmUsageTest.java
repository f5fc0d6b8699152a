package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;

class JvmUsageTest {
    private static final int MIB = 1 << 20;

    /** What is in a field is not optimised away. */
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

    @Test
    void isDecodedStrictly() {
        String good = "\"jitMillis\":1,\"gcCount\":2,\"gcMillis\":3,\"allocatedBytes\":4,\"heapUsedBytes\":5,"
                + "\"directBytes\":6,\"threads\":7";
        assertThat(SubjectStats.jvm(JsonMapper.shared().readTree("{\"jvm\":{" + good + "}}")))
                .contains(new JvmUsage(1, 2, 3, 4, 5, 6, 7));
        assertThat(SubjectStats.jvm(null)).isEmpty();
        assertThat(SubjectStats.jvm(JsonMapper.shared().readTree("{\"usage\":{}}")))
                .isEmpty();
        for (String bad : new String[] {good + ",\"more\":1", good.replace(",\"threads\":7", "")}) {
            assertThatThrownBy(() -> SubjectStats.jvm(JsonMapper.shared().readTree("{\"jvm\":{" + bad + "}}")))
                    .isInstanceOf(LabException.class)
                    .hasMessageContaining("same version");
        }
    }
}
