package dev.gearbox.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UnknownNamesTest {
    @Test
    void suggestsTheNearestAndListsAll() {
        assertThat(UnknownNames.unknown("workload", "chrun", List.of("ping", "churn")))
                .isEqualTo("unknown workload \"chrun\". Did you mean churn? Known: ping, churn");
    }

    @Test
    void suggestsNothingThatIsFarAway() {
        assertThat(UnknownNames.unknown("workload", "xyz", List.of("ping", "churn")))
                .isEqualTo("unknown workload \"xyz\". Known: ping, churn");
    }
}
