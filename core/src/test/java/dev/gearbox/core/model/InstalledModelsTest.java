package dev.gearbox.core.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Engine;
import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.ServiceConfigurationError;
import java.util.Set;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** A provider that cannot be loaded does not affect the others, and is reported. */
final class InstalledModelsTest {
    private record Named(String name) implements IoModel {
        @Override
        public ModelCard card() {
            return new ModelCard(name, "does nothing", "nowhere", Set.of(), List.of());
        }

        @Override
        public Engine start(Parameters parameters) {
            throw new IllegalStateException("only its card is asked for");
        }
    }

    /** Behaves like the service loader: it throws for a provider that cannot be loaded, and the next one may be requested. */
    private static Iterator<IoModel> loading(List<Supplier<IoModel>> providers) {
        Queue<Supplier<IoModel>> left = new ArrayDeque<>(providers);
        return new Iterator<>() {
            @Override
            public boolean hasNext() {
                return !left.isEmpty();
            }

            @Override
            public IoModel next() {
                return left.remove().get();
            }
        };
    }

    private static IoModel broken() {
        throw new ServiceConfigurationError(
                "Provider a.NettyModel could not be instantiated",
                new NoClassDefFoundError("io/netty/channel/Channel"));
    }

    @Test
    void the_others_are_found_and_the_broken_one_is_told_with_its_cause() {
        InstalledModels installed = InstalledModels.from(
                loading(List.of(() -> new Named("two"), InstalledModelsTest::broken, () -> new Named("one"))));
        assertThat(installed.models()).extracting(model -> model.card().name()).containsExactly("one", "two");
        assertThatThrownBy(() -> installed.named(Spec.parse("engine", "netty")))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("Known: one, two. Could not be loaded: Provider a.NettyModel could not be"
                        + " instantiated (java.lang.NoClassDefFoundError: io/netty/channel/Channel)");
        assertThat(installed.named(Spec.parse("engine", "one")).card().name()).isEqualTo("one");
    }

    @Test
    void a_loader_that_does_not_go_on_is_left() {
        Iterator<IoModel> stuck = new Iterator<>() {
            @Override
            public boolean hasNext() {
                throw new ServiceConfigurationError("cannot read");
            }

            @Override
            public IoModel next() {
                return broken();
            }
        };
        assertThat(InstalledModels.from(stuck).broken()).containsExactly("cannot read");
    }

    @Test
    void where_none_is_at_all_the_message_says_where_they_are_to_be_had() {
        assertThatThrownBy(() -> new InstalledModels(List.of(), List.of()).named(Spec.parse("engine", "selector")))
                .isInstanceOf(BadSpecException.class)
                .hasMessageContaining("gearbox-engines-jdk");
    }
}
