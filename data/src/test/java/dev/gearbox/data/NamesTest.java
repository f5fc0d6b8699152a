package dev.gearbox.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NamesTest {
    @Test
    void suggestsTheNearestAndListsAll() {
        assertThat(Names.unknown("workload", "chrun", List.of("ping", "churn")))
                .isEqualTo("unknown workload \"chrun\". Did you mean churn? Known: ping, churn");
    }

    @Test
    void suggestsNothingThatIsFarAway() {
        assertThat(Names.unknown("workload", "xyz", List.of("ping", "churn")))
                .isEqualTo("unknown workload \"xyz\". Known: ping, churn");
    }
}
