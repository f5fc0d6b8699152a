package dev.gearbox.engines.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.Parameter;
import org.junit.jupiter.api.Test;

/** The catalogue: seven models, whose parameters accept their own defaults; contradictions are refused. */
class ModelsTest {
    @Test
    void sevenModels() {
        assertThat(Engines.models())
                .extracting(model -> model.card().name())
                .containsExactly("async", "pool", "reactors", "selector", "selector-pool", "threads", "virtual");
    }

    @Test
    void fallbacksAreTaken() {
        for (IoModel model : Engines.models()) {
            for (Parameter parameter : model.card().parameters()) {
                assertThat(parameter.takes(parameter.fallback()))
                        .as(model.card().name() + ": " + parameter)
                        .isTrue();
            }
        }
    }

    @Test
    void contradictionsAreRefused() {
        assertThatThrownBy(() -> Engines.start("reactors?threads=2&per=1000").close())
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("exclude each other");
        assertThatThrownBy(() -> Engines.start("pool?threads=2&elastic=true").close())
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("exclude each other");
    }
}
