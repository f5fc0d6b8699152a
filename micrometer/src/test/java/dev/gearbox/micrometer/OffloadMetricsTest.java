package dev.gearbox.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.protocols.Offload;
import dev.gearbox.protocols.OffloadStats;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class OffloadMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    @Test
    void anOffloadAtWork() {
        try (Offload offload = Offload.to(1, connection -> connection::write);
                InMemoryEngine engine = new InMemoryEngine();
                OffloadMetrics metrics = new OffloadMetrics(offload, Tags.empty())) {
            metrics.bindTo(registry);
            InMemoryConnection connection = engine.open(offload);
            connection.feedAll(new byte[] {1}, 0, 1);
            connection.await("the echo", () -> connection.output().length == 1);
            assertThat(gauge("gearbox.offload.sessions")).isOne();
            assertThat(registry.get("gearbox.offload.wait")
                            .tag("offload", "offload(1)")
                            .functionTimer()
                            .count())
                    .isPositive();
        }
        assertThat(registry.getMeters()).as("after close").isEmpty();
    }

    @Test
    void eachFigureHasItsMeter() {
        try (Offload offload = Offload.to(1, connection -> connection::write)) {
            new OffloadMetrics(offload, of -> new OffloadStats(2, 3, 4, 5_000), Tags.empty()).bindTo(registry);
            assertThat(gauge("gearbox.offload.sessions")).isEqualTo(2);
            assertThat(gauge("gearbox.offload.waiting")).isEqualTo(3);
            assertThat(registry.get("gearbox.offload.wait").functionTimer().count())
                    .isEqualTo(4);
            assertThat(registry.get("gearbox.offload.wait").functionTimer().totalTime(TimeUnit.MICROSECONDS))
                    .isEqualTo(5);
            OffloadMetrics again = new OffloadMetrics(offload, Tags.empty());
            assertThatThrownBy(() -> again.bindTo(registry))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("offload(1)");
        }
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }
}
