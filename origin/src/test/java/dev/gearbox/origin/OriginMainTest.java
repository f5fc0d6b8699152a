package dev.gearbox.origin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

/** The origin's answers to the lab, and its options. */
class OriginMainTest {
    @Test
    void itsLatenessIsReadBack() throws Exception {
        Histogram late = new Histogram(3);
        late.recordValueWithCount(1_500_000, 7);
        late.recordValue(90_000_000);

        Map<String, Object> told = OriginMain.told(new OriginCounts(3, 8, 8, 8192, 0, Map.of(Fault.RESET, 2L), late));

        Histogram read = Histogram.decodeFromCompressedByteBuffer(
                ByteBuffer.wrap(Base64.getDecoder().decode(String.valueOf(told.get("lateness")))), 0);
        assertThat(read).isEqualTo(late);
        assertThat(told).containsEntry("pages", 8L).containsEntry("faults", Map.of("reset", 2L));
    }

    @Test
    void anOptionThatThereIsNotIsNamed() {
        assertThat(OriginMain.options(new String[] {"--port", "0", "--link", "100Mbit"}))
                .isEqualTo(Map.of("port", "0", "link", "100Mbit"));
        assertThatThrownBy(() -> OriginMain.options(new String[] {"--speed", "1"}))
                .hasMessageStartingWith("\"--speed\" is not an option with a value. Options: --delay, --engine");
        assertThatThrownBy(() -> OriginMain.options(new String[] {"--delay"}))
                .hasMessageStartingWith("\"--delay\" is not an option");
    }
}
