package dev.gearbox.engines.jdk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engines;
import dev.gearbox.core.model.IoModel;
import dev.gearbox.core.model.Parameter;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/** The catalogue: seven models, each with a page and parameters that take their own fallbacks; contradictions are refused. */
class ModelsTest {
    private static final Path PAGES = Path.of("..", "..", "docs", "engines");

    @Test
    void sevenModels() {
        assertThat(Engines.models())
                .extracting(model -> model.card().name())
                .containsExactly("async", "pool", "reactors", "selector", "selector-pool", "threads", "virtual");
    }

    @Test
    void eachHasAPageThatNamesItsParameters() throws IOException {
        for (IoModel model : Engines.models()) {
            String page = Files.readString(PAGES.resolve(model.card().name() + ".md"));
            for (Parameter parameter : model.card().parameters()) {
                assertThat(page).as("the page of " + model.card().name()).contains(parameter.name() + "=");
            }
        }
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
