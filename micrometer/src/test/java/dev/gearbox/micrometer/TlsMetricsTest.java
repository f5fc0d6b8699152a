package dev.gearbox.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import dev.gearbox.tls.TlsOptions;
import dev.gearbox.tls.TlsServer;
import dev.gearbox.tls.TlsStats;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.security.NoSuchAlgorithmException;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.Test;

class TlsMetricsTest {
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

    private static TlsServer server() throws NoSuchAlgorithmException {
        return TlsServer.of(SSLContext.getDefault(), TlsOptions.DEFAULT, connection -> in -> {});
    }

    @Test
    void aHandshakeThatFails() throws NoSuchAlgorithmException {
        try (InMemoryEngine engine = new InMemoryEngine();
                TlsServer server = server();
                TlsMetrics metrics = new TlsMetrics(server, Tags.empty())) {
            metrics.bindTo(registry);
            InMemoryConnection connection = engine.open(server);
            assertThat(underWay()).isOne();
            assertThat(outcome("failed")).isZero();
            connection.fail(new IOException("planted"));
            assertThat(underWay()).isZero();
            assertThat(outcome("failed")).isOne();
            assertThat(outcome("completed")).isZero();
        }
        assertThat(registry.getMeters()).as("after close").isEmpty();
    }

    @Test
    void eachFigureHasItsMeter() throws NoSuchAlgorithmException {
        try (TlsServer server = server()) {
            new TlsMetrics(server, of -> new TlsStats(1, 2, 3, 5, 4), Tags.empty()).bindTo(registry);
            assertThat(underWay()).isEqualTo(1);
            assertThat(outcome("completed")).isEqualTo(2);
            assertThat(outcome("failed")).isEqualTo(3);
            assertThat(outcome("refused")).isEqualTo(4);
            assertThat(outcome("timeout")).isEqualTo(5);
        }
    }

    @Test
    void twoAreToldApartByATagOrRefused() throws NoSuchAlgorithmException {
        try (TlsServer first = server();
                TlsServer second = server()) {
            new TlsMetrics(first, Tags.of("port", "443")).bindTo(registry);
            new TlsMetrics(second, Tags.of("port", "8443")).bindTo(registry);
            int meters = registry.getMeters().size();
            TlsMetrics third = new TlsMetrics(second, Tags.of("port", "443"));
            assertThatThrownBy(() -> third.bindTo(registry))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("port");
            third.close();
            assertThat(registry.getMeters()).hasSize(meters);
        }
    }

    private double underWay() {
        return registry.get("gearbox.tls.handshakes.underway").gauge().value();
    }

    private double outcome(String outcome) {
        return registry.get("gearbox.tls.handshakes")
                .tag("outcome", outcome)
                .functionCounter()
                .count();
    }
}
