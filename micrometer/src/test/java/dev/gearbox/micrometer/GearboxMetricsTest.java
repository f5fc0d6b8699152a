package dev.gearbox.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Shutdown;
import dev.gearbox.testkit.Conditions;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MockClock;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.simple.SimpleConfig;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class GearboxMetricsTest {
    private final MockClock clock = new MockClock();
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry(SimpleConfig.DEFAULT, clock);

    @Test
    @Timeout(600)
    void anEngineAtWork() throws Exception {
        try (Engine engine = Engines.start("selector");
                GearboxMetrics metrics = new GearboxMetrics(engine);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> connection::write,
                        Options.DEFAULT)) {
            metrics.bindTo(registry);
            assertThat(gauge("gearbox.connections")).isZero();
            InetSocketAddress address = (InetSocketAddress) listener.address();
            try (Socket client = new Socket(address.getAddress(), address.getPort())) {
                client.setSoTimeout(20_000);
                client.getOutputStream().write(new byte[5]);
                assertThat(client.getInputStream().readNBytes(5)).hasSize(5);
                nextScrape();
                assertThat(gauge("gearbox.connections")).isEqualTo(1);
            }
            // Else the engine might end the connection before it notices that the peer has.
            Conditions.await("the connection is closed", () -> engine.stats().connections() == 0);
            assertThat(engine.close(Duration.ofSeconds(20))).isEqualTo(Shutdown.GRACEFUL);
            nextScrape();
            assertThat(gauge("gearbox.connections")).isZero();
            assertThat(counter("gearbox.connections.accepted")).isEqualTo(1);
            assertThat(counter("gearbox.connections.closed", "cause", "peer")).isEqualTo(1);
            assertThat(counter("gearbox.bytes", "direction", "read")).isEqualTo(5);
            assertThat(counter("gearbox.bytes", "direction", "written")).isEqualTo(5);
            assertThat(registry.get("gearbox.queue.wait").functionTimer().count())
                    .isEqualTo(1);
            assertThat(registry.get("gearbox.queue.wait").functionTimer().totalTime(TimeUnit.NANOSECONDS))
                    .isPositive();
            assertThat(gauge("gearbox.loop.utilisation")).isBetween(0.0, 1.0);
        }
        assertThat(registry.getMeters()).as("after close").isEmpty();
    }

    /** Including counters that are added later. */
    @Test
    void noFigureIsLeftOut() throws ReflectiveOperationException {
        RecordComponent[] figures = EngineStats.class.getRecordComponents();
        for (RecordComponent figure : figures) {
            FigureEngine engine = new FigureEngine();
            try (GearboxMetrics metrics = new GearboxMetrics(engine)) {
                metrics.bindTo(registry);
                Map<String, Double> nothing = values();
                engine.figures = stats(figures, Map.of(figure.getName(), 7L));
                nextScrape();
                assertThat(values()).as(figure.getName() + " in the meters").isNotEqualTo(nothing);
            }
        }
    }

    @Test
    void eachCauseOfAClosedConnectionHasItsMeter() {
        FigureEngine engine = new FigureEngine();
        new GearboxMetrics(engine).bindTo(registry);
        Map<CloseCause, Long> closed = new EnumMap<>(CloseCause.class);
        for (CloseCause cause : CloseCause.values()) {
            closed.put(cause, 10L + closed.size());
        }
        engine.figures =
                new EngineStats(0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, closed);
        closed.forEach((cause, count) -> assertThat(counter(
                        "gearbox.connections.closed", "cause", cause.name().toLowerCase(Locale.ROOT)))
                .isEqualTo(count.doubleValue()));
    }

    @Test
    void loopUtilisationIsThatOfTheTimeSinceTheLastReading() throws ReflectiveOperationException {
        FigureEngine engine = new FigureEngine();
        engine.figures = loops(10, 90);
        new GearboxMetrics(engine).bindTo(registry);
        assertThat(gauge("gearbox.loop.utilisation")).isEqualTo(0.1);
        engine.figures = loops(40, 100);
        nextScrape();
        assertThat(gauge("gearbox.loop.utilisation")).isEqualTo(0.75);
        assertThat(gauge("gearbox.loop.utilisation")).isEqualTo(0.75);
    }

    @Test
    void anEngineIsReadOnceForAllMetersOfAScrape() {
        FigureEngine engine = new FigureEngine();
        new GearboxMetrics(engine).bindTo(registry);
        values();
        nextScrape();
        int before = engine.readings;
        values();
        assertThat(engine.readings).isEqualTo(before + 1);
    }

    @Test
    void twoOfOneNameAreToldApartByATagOrRefused() {
        new GearboxMetrics(new FigureEngine(), Tags.of("port", "80")).bindTo(registry);
        new GearboxMetrics(new FigureEngine(), Tags.of("port", "443")).bindTo(registry);
        GearboxMetrics third = new GearboxMetrics(new FigureEngine(), Tags.of("port", "80"));
        assertThatThrownBy(() -> third.bindTo(registry))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("port")
                .hasMessageContaining("figures");
        int meters = registry.getMeters().size();
        third.close();
        assertThat(registry.getMeters()).as("those of the other two").hasSize(meters);
    }

    /** The meters do not keep alive an engine that is otherwise unreachable. */
    @Test
    @Timeout(600)
    void metersDoNotKeepTheEngine() {
        bindOneThatIsForgotten();
        while (!Double.isNaN(gauge("gearbox.connections"))) {
            System.gc();
        }
    }

    private void bindOneThatIsForgotten() {
        new GearboxMetrics(new FigureEngine()).bindTo(registry);
    }

    private void nextScrape() {
        clock.add(Duration.ofSeconds(10));
    }

    private double gauge(String name) {
        return registry.get(name).gauge().value();
    }

    private double counter(String name, String... tags) {
        return registry.get(name).tags(tags).functionCounter().count();
    }

    private Map<String, Double> values() {
        Map<String, Double> values = new TreeMap<>();
        for (Meter meter : registry.getMeters()) {
            meter.measure()
                    .forEach(
                            measured -> values.put(meter.getId() + " " + measured.getStatistic(), measured.getValue()));
        }
        return values;
    }

    private static EngineStats loops(long busy, long wait) throws ReflectiveOperationException {
        RecordComponent[] figures = EngineStats.class.getRecordComponents();
        return stats(figures, Map.of("busyNanos", busy, "waitNanos", wait));
    }

    /** By name, so that an additional counter needs no change here. */
    private static EngineStats stats(RecordComponent[] figures, Map<String, Long> given)
            throws ReflectiveOperationException {
        Class<?>[] types = Arrays.stream(figures).map(RecordComponent::getType).toArray(Class<?>[]::new);
        Object[] values = new Object[figures.length];
        for (int each = 0; each < values.length; each++) {
            long value = given.getOrDefault(figures[each].getName(), 0L);
            values[each] = types[each].equals(int.class)
                    ? (Object) (int) value
                    : types[each].equals(Map.class) ? Map.of(CloseCause.RESET, value) : (Object) value;
        }
        return EngineStats.class.getDeclaredConstructor(types).newInstance(values);
    }
}
