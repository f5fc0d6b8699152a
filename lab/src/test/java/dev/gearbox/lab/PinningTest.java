package dev.gearbox.lab;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class PinningTest {
    @Test
    void readsTheKernelsLists() {
        assertThat(Pinning.parse("0-1")).containsExactly(0, 1);
        assertThat(Pinning.parse("3")).containsExactly(3);
        assertThat(Pinning.parse("0-2,8,10-11\n")).containsExactly(0, 1, 2, 8, 10, 11);
    }

    @Test
    void saysWhatItDoes() {
        assertThat(new Pinning(List.of(0), List.of(1)).caption()).isEqualTo("server on core 0, load on core 1");
        assertThat(new Pinning(List.of(0, 1), List.of()).caption()).isEqualTo("server on cores 0,1, load on any core");
        assertThat(Pinning.NONE.caption()).isEqualTo("nothing pinned");
        assertThat(Pinning.prefix(List.of())).isEmpty();
    }

    @Test
    void neverPutsServerAndGeneratorOnTheSameCore() {
        Pinning detected = Pinning.detect();
        assertThat(detected.server()).doesNotContainAnyElementsOf(detected.generator());
        assertThat(detected.server()).hasSameSizeAs(detected.generator());
    }
}
