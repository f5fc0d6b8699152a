package dev.gearbox.load.loop;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class GeneratorCoreTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {"1|0-1|true", "0-1|0-1|false", "0|0|false", "2,3|0-3|false", "5|0-63|true", "0-1|0-63|false"})
    void itIsItsOwnIfItWasPinnedToOneOfSeveral(String allowed, String online, boolean own) {
        String status = "Name:\tjava\nCpus_allowed:\tff\nCpus_allowed_list:\t" + allowed + "\nMems_allowed_list:\t0\n";
        assertThat(GeneratorCore.pinnedToOne(status, online + "\n")).isEqualTo(own);
    }

    @Test
    void itIsSharedWhereNobodyKnows() {
        assertThat(GeneratorCore.pinnedToOne("", "")).isFalse();
        assertThat(GeneratorCore.pinnedToOne("Cpus_allowed_list:\t1", "")).isFalse();
    }
}
