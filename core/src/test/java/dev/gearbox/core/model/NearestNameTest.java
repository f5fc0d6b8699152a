package dev.gearbox.core.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NearestNameTest {
    private static final List<String> NAMES = List.of("selector", "selector-pool", "reactors", "threads");

    @ParameterizedTest
    @CsvSource({"ping,ping,0", "pnig,ping,1", "pin,ping,1", "pinng,ping,1", "pong,ping,1", "'',abc,3", "churn,ping,5"})
    void countsEditsWithSwapsOfNeighbours(String a, String b, int edits) {
        assertThat(NearestName.edits(a, b)).isEqualTo(edits);
        assertThat(NearestName.edits(b, a)).isEqualTo(edits);
    }

    @ParameterizedTest
    @CsvSource({"reactor,reactors", "selectro,selector", "thr,threads", "Threads,threads"})
    void findsWhatWasMeant(String word, String meant) {
        assertThat(NearestName.to(word, NAMES)).contains(meant);
    }

    @ParameterizedTest
    @CsvSource({"x", "nothinglikeit", "''"})
    void findsNothingThatIsFarAway(String word) {
        assertThat(NearestName.to(word, NAMES)).isEmpty();
        assertThat(NearestName.to(word, List.of())).isEmpty();
    }

    @Test
    void whatTheWordBeginsIsNearAlsoIfSomethingElseTakesFewerEdits() {
        assertThat(NearestName.to("hello", List.of("ping", "hello-bye-persistent")))
                .contains("hello-bye-persistent");
    }

    @Test
    void aMessageAsksOnlyIfSomethingIsNear() {
        assertThat(NearestName.none("engine", "selectro", NAMES))
                .isEqualTo("no engine \"selectro\". Did you mean selector?"
                        + " Known: selector, selector-pool, reactors, threads");
        assertThat(NearestName.none("workload", "xyz", List.of("ping", "churn")))
                .isEqualTo("no workload \"xyz\". Known: ping, churn");
    }
}
