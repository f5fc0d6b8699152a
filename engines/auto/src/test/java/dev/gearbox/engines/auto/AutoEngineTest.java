package dev.gearbox.engines.auto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.spi.CompositeEngine;
import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.PartRole;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.Routes;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import dev.gearbox.engines.auto.policy.ShiftHistory;
import dev.gearbox.engines.auto.policy.Thresholds;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which connections an adaptive engine shifts, where to, and what it reports. */
@Timeout(600)
final class AutoEngineTest {
    private static final long BLOCK = TimeUnit.MILLISECONDS.toNanos(60);
    /** No machine delays an empty callback for so long twice in a row. */
    private static final long SLOW_MICROS = 30_000;
    /** The shift rate: more than any test needs. */
    private static final int PER_SECOND = 100;

    private final List<AutoCloseable> open = new ArrayList<>();
    private final BlockingQueue<Told> told = new LinkedBlockingQueue<>();
    private final Map<Integer, Connection> connections = new ConcurrentHashMap<>();

    private record Told(ShiftDecision decision, Optional<String> refusal) {}

    @AfterEach
    void close() throws Exception {
        for (AutoCloseable each : open) {
            each.close();
        }
    }

    private <T extends AutoCloseable> T closing(T resource) {
        open.addFirst(resource);
        return resource;
    }

    private CompositeEngine start(Routes routes, long largeBytes) {
        return start(routes, largeBytes, 50);
    }

    private CompositeEngine start(Routes routes, long largeBytes, long probationMillis) {
        Thresholds thresholds = new Thresholds(SLOW_MICROS, 2, 2, largeBytes, probationMillis, 100);
        AutoEngine.Settings settings =
                new AutoEngine.Settings(new Policy(routes, thresholds), Duration.ofMillis(5), PER_SECOND, false);
        DecisionListener listener = new DecisionListener() {
            @Override
            public void sampled(ConnectionSignals signals, ShiftHistory standing) {
                throw new AssertionError("no samples were requested");
            }

            @Override
            public void decided(long number, ShiftDecision decision) {}

            @Override
            public void answered(long number, ShiftDecision decision, long nanos, Optional<String> refusal) {
                told.add(new Told(decision, refusal));
            }
        };
        return (CompositeEngine) closing(EngineParts.compose(
                routes.specs(), parts -> new AutoEngine("auto", parts, settings, List.of(listener))));
    }

    /** An echo; a {@code w} waits first. */
    private int listen(Engine engine) throws IOException {
        Listener listener = closing(engine.listen(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                connection -> {
                    connections.put(((InetSocketAddress) connection.remoteAddress()).getPort(), connection);
                    return in -> {
                        if (in.get(in.position()) == 'w') {
                            long end = System.nanoTime() + BLOCK;
                            while (System.nanoTime() < end) {
                                LockSupport.parkNanos(end - System.nanoTime());
                            }
                        }
                        connection.write(in);
                    };
                },
                Options.DEFAULT));
        return ((InetSocketAddress) listener.address()).getPort();
    }

    private Socket client(int port) throws IOException {
        Socket socket = closing(new Socket(InetAddress.getLoopbackAddress(), port));
        socket.setTcpNoDelay(true);
        echo(socket, "x");
        return socket;
    }

    private static void echo(Socket socket, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        socket.getOutputStream().write(bytes);
        assertThat(socket.getInputStream().readNBytes(bytes.length)).isEqualTo(bytes);
    }

    /** Sends this repeatedly until the engine has reported a decision. */
    private Told until(Socket socket, String text) throws IOException {
        while (told.isEmpty()) {
            echo(socket, text);
        }
        return Objects.requireNonNull(told.poll());
    }

    private String driver(CompositeEngine engine, Socket socket) {
        return engine.partOf(Objects.requireNonNull(connections.get(socket.getLocalPort())))
                .orElseThrow()
                .toString();
    }

    @Test
    void one_that_waits_is_shifted_alone_and_comes_back_when_it_does_not_any_more() throws IOException {
        // Long enough that a second shift counts as soon, however slow the machine: within ten times that.
        CompositeEngine engine = start(new Routes("selector", "virtual", "threads", "selector"), 1 << 20, 1_000);
        int port = listen(engine);
        Socket light = client(port);
        Socket heavy = client(port);
        Told away = until(heavy, "w");
        assertThat(away.refusal()).isEmpty();
        assertThat(away.decision().to()).isEqualTo(PartRole.BLOCKING);
        assertThat(away.decision().signals().connection())
                .isEqualTo(heavy.getLocalSocketAddress().toString());
        assertThat(away.decision().signals().others()).isEqualTo(1);
        assertThat(driver(engine, heavy)).isEqualTo("virtual");
        assertThat(driver(engine, light)).isEqualTo("selector");
        Told back = until(heavy, "x");
        assertThat(back.refusal()).isEmpty();
        assertThat(back.decision().to()).isEqualTo(PartRole.START);
        assertThat(back.decision().signals().calmMillis()).isGreaterThanOrEqualTo(1_000);
        assertThat(driver(engine, heavy)).isEqualTo("selector");
        Told again = until(heavy, "w");
        assertThat(again.decision().to()).isEqualTo(PartRole.BLOCKING);
        Told later = until(heavy, "x");
        assertThat(later.decision().to()).isEqualTo(PartRole.START);
        assertThat(later.decision().signals().calmMillis())
                .as("twice as long, for it had to leave soon after it had come back")
                .isGreaterThanOrEqualTo(2_000);
        echo(light, "still here");
    }

    @Test
    void one_that_carries_much_is_shifted_for_as_long_as_it_does() throws IOException {
        CompositeEngine engine = start(new Routes("selector", "threads", "threads", "virtual"), 64);
        Socket socket = client(listen(engine));
        Told away = until(socket, "a hundred and more bytes there and back again".repeat(3));
        assertThat(away.decision().to()).isEqualTo(PartRole.LARGE);
        assertThat(driver(engine, socket)).isEqualTo("virtual");
        Told back = until(socket, "x");
        assertThat(back.decision().to()).isEqualTo(PartRole.START);
        assertThat(driver(engine, socket)).isEqualTo("selector");
    }

    @Test
    void what_is_refused_is_told_and_the_connection_stays() throws Exception {
        CompositeEngine engine = start(new Routes("selector", "pool?threads=1", "threads", "selector"), 1 << 20);
        int port = listen(engine);
        // Blocks the only thread.
        engine.parts()
                .get(1)
                .connect(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), port),
                        holder -> in -> in.position(in.limit()),
                        Options.DEFAULT)
                .toCompletableFuture()
                .get(120, TimeUnit.SECONDS);
        Socket heavy = client(port);
        Told refused = until(heavy, "w");
        assertThat(refused.decision().target()).isEqualTo("pool?threads=1");
        assertThat(refused.refusal()).isPresent();
        assertThat(driver(engine, heavy)).isEqualTo("selector");
        echo(heavy, "x");
    }

    @Test
    void one_that_goes_elsewhere_is_left_alone() throws Exception {
        CompositeEngine engine = start(new Routes("selector", "virtual", "threads", "selector"), 1 << 20);
        Engine other = closing(Engines.start("selector"));
        int port = listen(engine);
        Socket light = client(port);
        Socket heavy = client(port);
        assertThat(until(heavy, "w").decision().to()).isEqualTo(PartRole.BLOCKING);
        Connection moving = Objects.requireNonNull(connections.get(heavy.getLocalPort()));
        moving.shiftTo(other).toCompletableFuture().get(120, TimeUnit.SECONDS);
        for (int count = 0; count < 10; count++) {
            echo(heavy, "w");
        }
        assertThat(moving.engine()).isEqualTo(other);
        assertThat(told).isEmpty();
        assertThat(driver(engine, light)).isEqualTo("selector");
    }
}
