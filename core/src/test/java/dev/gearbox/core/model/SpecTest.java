package dev.gearbox.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Capability;
import dev.gearbox.core.Engines;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The messages for invalid specs, and the meaning of valid ones. */
class SpecTest {
    private final ModelCard card = new ModelCard(
            "pool",
            "a pool",
            "nowhere",
            Set.of(Capability.SERVER),
            List.of(
                    new Parameter.Int("threads", 1, 8, "4", "how many"),
                    new Parameter.Int("queue", 0, Integer.MAX_VALUE, "0", "how long"),
                    Parameter.Choice.flag("elastic", false, "grows")));

    @Test
    void fallsBackAndPrintsWhatWasGivenInTheCardsOrder() {
        Parameters parameters = Parameters.of(card, Map.of("elastic", "true", "threads", "8"));
        assertThat(parameters.integer("threads")).isEqualTo(8);
        assertThat(parameters.integer("queue")).isZero();
        assertThat(parameters.flag("elastic")).isTrue();
        assertThat(parameters.given("queue")).isFalse();
        assertThat(parameters.spec()).isEqualTo("pool?threads=8&elastic=true");
        assertThat(Parameters.of(card, Map.of()).spec()).isEqualTo("pool");
    }

    @Test
    void namesTheParametersThatThereAre() {
        assertThatThrownBy(() -> Parameters.of(card, Map.of("thread", "5")))
                .isInstanceOf(BadSpecException.class)
                .hasMessage("pool has no parameter \"thread\". It has: threads (integer from 1 to 8), "
                        + "queue (integer from 0), elastic (true or false)");
        ModelCard bare = new ModelCard("bare", "", "", Set.of(), List.of());
        assertThatThrownBy(() -> Parameters.of(bare, Map.of("x", "1"))).hasMessageContaining("It has none");
    }

    @Test
    void namesTheValuesThatAreTaken() {
        for (String wrong : List.of("0", "9", "", "two", "1.5", "99999999999")) {
            assertThatThrownBy(() -> Parameters.of(card, Map.of("threads", wrong)))
                    .isInstanceOf(BadSpecException.class)
                    .hasMessage("pool: threads cannot be \"" + wrong + "\". It takes: integer from 1 to 8");
        }
        assertThatThrownBy(() -> Parameters.of(card, Map.of("elastic", "yes")))
                .hasMessageContaining("It takes: true or false");
    }

    @Test
    void aParameterThatTheCardDoesNotDeclareIsADefect() {
        Parameters parameters = Parameters.of(card, Map.of());
        assertThatThrownBy(() -> parameters.word("colour"))
                .isInstanceOf(IllegalArgumentException.class)
                .isNotInstanceOf(BadSpecException.class);
    }

    @Test
    void unknownModelsAndBadSpecsAreRefused() {
        assertThatThrownBy(() -> Engines.start("nonsense"))
                .isInstanceOf(BadSpecException.class)
                .hasMessageStartingWith("no engine \"nonsense\".");
    }
}
