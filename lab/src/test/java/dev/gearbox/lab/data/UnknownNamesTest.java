package dev.gearbox.lab.data;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UnknownNamesTest {
    @ParameterizedTest
    @CsvSource({"ping,ping,0", "pnig,ping,1", "pin,ping,1", "pinng,ping,1", "pong,ping,1", "'',abc,3", "churn,ping,5"})
    void countsEditsWithSwapsOfNeighbours(String a, String b, int edits) {
        assertThat(UnknownNames.edits(a, b)).isEqualTo(edits);
        assertThat(UnknownNames.edits(b, a)).isEqualTo(edits);
    }

    @Test
    void suggestsTheNearestAndListsAll() {
        assertThat(UnknownNames.unknown("workload", "chrun", List.of("ping", "churn")))
                .isEqualTo("unknown workload \"chrun\". Did you mean churn? Known: ping, churn");
    }

    @Test
    void suggestsWhatTheNameBegins() {
        assertThat(UnknownNames.nearest("hello", List.of("ping", "hello-bye-persistent")))
                .contains("hello-bye-persistent");
    }

    @Test
    void suggestsNothingThatIsFarAway() {
        assertThat(UnknownNames.unknown("workload", "xyz", List.of("ping", "churn")))
                .isEqualTo("unknown workload \"xyz\". Known: ping, churn");
    }
}
