package dev.gearbox.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.RecordComponent;
import java.time.Duration;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The builder sets each component, and no value outside of its range. */
class OptionsTest {
    private static final KeepAlive PROBES = new KeepAlive(Duration.ofSeconds(60), Duration.ofSeconds(10), 5);

    @Test
    void everyComponentCanBeSet() throws ReflectiveOperationException {
        Options other = Options.builder()
                .water(3, 2)
                .backlogCap(4)
                .unreadCap(5)
                .linger(Duration.ofSeconds(6))
                .connectTimeout(Duration.ofSeconds(7))
                .acceptBacklog(8)
                .noDelay(false)
                .socketBuffers(9, 10)
                .readsAboveHighWater(true)
                .keepAlive(PROBES)
                .reusePort(true)
                .userTimeout(Duration.ofSeconds(11))
                .build();
        for (RecordComponent component : Options.class.getRecordComponents()) {
            assertThat(component.getAccessor().invoke(other))
                    .as(component.getName())
                    .isNotEqualTo(component.getAccessor().invoke(Options.DEFAULT));
        }
        assertThat(other.toBuilder().build()).isEqualTo(other);
        assertThat(Options.builder().build()).isEqualTo(Options.DEFAULT);
    }

    private static void refused(UnaryOperator<OptionsBuilder> change, String message) {
        OptionsBuilder builder = change.apply(Options.builder());
        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(message);
    }

    @Test
    void valuesOutOfRange() {
        refused(builder -> builder.water(0, 0), "highWater is 0 and must be from 1");
        refused(builder -> builder.water(1, 2), "lowWater is 2 and must be from 0 to highWater");
        refused(builder -> builder.backlogCap(1), "backlogCap is 1 and must be at least highWater");
        refused(builder -> builder.unreadCap(0), "unreadCap is 0");
        refused(builder -> builder.acceptBacklog(0), "acceptBacklog is 0");
        refused(builder -> builder.socketBuffers(-1, 0), "sendBuffer is -1");
        refused(builder -> builder.linger(Duration.ofSeconds(-1)), "linger may not be negative");
        refused(builder -> builder.userTimeout(Duration.ofNanos(1)), "userTimeout is PT0.000000001S");
    }

    @ParameterizedTest
    @CsvSource({"PT0S,PT1S,1", "PT1S,PT0.5S,1", "PT1S,PT1.5S,1", "PT1S,PT10H,1", "PT1S,PT1S,0", "PT1S,PT1S,128"})
    void probesThatTheSystemDoesNotMake(Duration idle, Duration interval, int probes) {
        assertThatThrownBy(() -> new KeepAlive(idle, interval, probes)).isInstanceOf(IllegalArgumentException.class);
    }
}
