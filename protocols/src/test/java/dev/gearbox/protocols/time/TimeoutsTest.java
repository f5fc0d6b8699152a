package dev.gearbox.protocols.time;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.protocols.Offload;
import dev.gearbox.testkit.CapturedLog;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** In virtual time: an hour is long compared with what the test's own thread takes, by which a connection's clock may differ. */
class TimeoutsTest {
    private static final Duration LIMIT = Duration.ofHours(4);

    private final InMemoryEngine engine = new InMemoryEngine();
    private final CompletableFuture<@Nullable Throwable> cause = new CompletableFuture<>();
    private final CompletableFuture<Connection> opened = new CompletableFuture<>();

    private final Protocol echo = connection -> {
        opened.complete(connection);
        return new Session() {
            @Override
            public void received(ByteBuffer in) {
                connection.write(in);
            }

            @Override
            public boolean ended() {
                return true;
            }

            @Override
            public void closed(@Nullable Throwable reason) {
                cause.complete(reason);
            }
        };
    };

    private static void feed(InMemoryConnection connection) {
        connection.feed(new byte[1], 0, 1);
    }

    private static void elapse(InMemoryConnection connection, double hours) {
        connection.elapse(Math.round(hours * Duration.ofHours(1).toNanos()));
    }

    private void runInCallback(InMemoryConnection connection, Runnable task) {
        opened.join().execute(task);
        connection.step();
    }

    /** Closed after the limit, and at most a quarter more, whenever the last byte came. */
    @Test
    void anIdleConnectionIsClosedAfterTheLimitAndNotBefore() {
        for (int tenths = 0; tenths < 20; tenths++) {
            double last = tenths / 10.0;
            InMemoryConnection connection = engine.open(Timeouts.idle(LIMIT, echo));
            elapse(connection, last);
            feed(connection);
            elapse(connection, 3.99);
            assertThat(connection.closed()).as("the last byte at %s h", last).isFalse();
            elapse(connection, 1.01);
            assertThat(connection.closed()).as("the last byte at %s h", last).isTrue();
        }
        assertThat(cause.join()).isInstanceOf(IdleTimeoutException.class).hasMessageContaining("PT4H");
    }

    @Test
    void eachDirectionKeepsAnIdleConnectionOpen() {
        InMemoryConnection connection = engine.open(Timeouts.idle(LIMIT, echo));
        for (int round = 0; round < 20; round++) {
            elapse(connection, 3.9);
            runInCallback(connection, () -> opened.join().write(ByteBuffer.allocate(1)));
            elapse(connection, 3.9);
            feed(connection);
        }
        assertThat(connection.closed()).isFalse();
    }

    @Test
    void onlyReceivedBytesCountForTheReadTimeout() {
        InMemoryConnection connection = engine.open(Timeouts.read(LIMIT, echo));
        for (int round = 0; round < 20; round++) {
            elapse(connection, 3.9);
            feed(connection);
        }
        assertThat(connection.closed()).isFalse();
        for (int round = 0; round < 5; round++) {
            elapse(connection, 1);
            if (!connection.closed()) {
                runInCallback(connection, () -> opened.join().write(ByteBuffer.allocate(1)));
            }
        }
        assertThat(connection.closed()).isTrue();
        assertThat(cause.join()).isInstanceOf(ReadTimeoutException.class).hasMessageContaining("PT4H");
    }

    @Test
    void whileTheSessionDoesNotReadThereIsNoReadTimeout() {
        InMemoryConnection connection = engine.open(Timeouts.read(LIMIT, echo));
        runInCallback(connection, () -> opened.join().pause());
        elapse(connection, 100);
        assertThat(connection.closed()).isFalse();
        runInCallback(connection, () -> opened.join().resume());
        elapse(connection, 3.99);
        assertThat(connection.closed()).isFalse();
        elapse(connection, 1.01);
        assertThat(connection.closed()).isTrue();
    }

    @Test
    void afterThePeersEndThereIsNoReadTimeout() {
        InMemoryConnection connection = engine.open(Timeouts.read(LIMIT, echo));
        connection.end();
        elapse(connection, 100);
        assertThat(connection.closed()).isFalse();
    }

    @Test
    void aPeerThatTakesNothingIsClosedByTheWriteTimeout() {
        InMemoryConnection connection =
                engine.open(Timeouts.write(LIMIT, echo), Options.DEFAULT.withLinger(Duration.ZERO));
        connection.takes(offered -> 0);
        elapse(connection, 100.3);
        assertThat(connection.closed()).as("nothing waits").isFalse();
        feed(connection);
        elapse(connection, 3.99);
        assertThat(connection.closed()).isFalse();
        elapse(connection, 1.01);
        assertThat(connection.closed()).isTrue();
        assertThat(cause.join())
                .isInstanceOf(WriteTimeoutException.class)
                .hasMessage("the peer took none of 1 bytes for PT4H (TimeoutOptions.write)");
    }

    @Test
    void aSlowPeerIsNotAffectedByTheWriteTimeout() {
        InMemoryConnection connection = engine.open(Timeouts.write(LIMIT, echo));
        connection.takes(offered -> 0);
        connection.feed(new byte[20], 0, 20);
        for (int round = 0; round < 15; round++) {
            elapse(connection, 3.9);
            int[] once = {1};
            connection.takes(offered -> once[0]-- > 0 ? 1 : 0);
        }
        assertThat(connection.closed()).isFalse();
        assertThat(connection.output()).hasSize(15);
    }

    @Test
    void severalLimitsShareATimer() {
        TimeoutOptions options = TimeoutOptions.NONE
                .withIdle(Duration.ofHours(10))
                .withRead(LIMIT)
                .withWrite(Duration.ofHours(2));
        InMemoryConnection silent = engine.open(Timeouts.of(options, echo));
        elapse(silent, 5.01);
        assertThat(cause.join()).isInstanceOf(ReadTimeoutException.class);

        TimeoutsTest paused = new TimeoutsTest();
        InMemoryConnection idle = paused.engine.open(Timeouts.of(options, paused.echo));
        paused.runInCallback(idle, () -> paused.opened.join().pause());
        elapse(idle, 9.99);
        assertThat(idle.closed()).isFalse();
        elapse(idle, 0.51);
        assertThat(paused.cause.join()).isInstanceOf(IdleTimeoutException.class);
    }

    @Test
    void aTimeoutIsNotLoggedAsAFailureOfTheSession() {
        try (CapturedLog log = new CapturedLog()) {
            InMemoryConnection connection = engine.open(Timeouts.idle(LIMIT, peer -> in -> {}));
            elapse(connection, 5.01);
            assertThat(connection.closed()).isTrue();
            assertThat(log.warnings()).isZero();
        }
    }

    /** No other object is between the engine and the session: nothing is added to a read. */
    @Test
    void theSessionIsCalledDirectly() {
        Session session = in -> {};
        engine.open(connection -> {
            assertThat(Timeouts.idle(LIMIT, inner -> session).open(connection)).isSameAs(session);
            return session;
        });
    }

    @Test
    void worksAboveAndBelowOffload() {
        try (Offload below = Offload.to(1, Timeouts.idle(LIMIT, echo))) {
            InMemoryConnection connection = engine.open(below);
            connection.await("a timer is set and the connection closed", () -> {
                connection.elapse(Duration.ofMinutes(10).toNanos());
                return connection.closed();
            });
            assertThat(cause.orTimeout(60, TimeUnit.SECONDS).join()).isInstanceOf(IdleTimeoutException.class);
        }
        TimeoutsTest other = new TimeoutsTest();
        try (Offload above = Offload.to(1, other.echo)) {
            InMemoryConnection connection = other.engine.open(Timeouts.idle(LIMIT, above));
            elapse(connection, 5.01);
            assertThat(connection.closed()).isTrue();
            assertThat(other.cause.orTimeout(60, TimeUnit.SECONDS).join()).isInstanceOf(IdleTimeoutException.class);
        }
    }

    @Test
    void limits() {
        assertThatThrownBy(() -> Timeouts.idle(Duration.ZERO, echo)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> TimeoutOptions.NONE.withRead(Duration.ofMillis(-1)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("read is PT-0.001S");
        InMemoryConnection longest = engine.open(Timeouts.idle(Duration.ofSeconds(Long.MAX_VALUE), echo));
        elapse(longest, 100_000);
        assertThat(longest.closed()).isFalse();
        InMemoryConnection shortest = engine.open(Timeouts.idle(Duration.ofNanos(1), echo));
        shortest.elapse(Duration.ofMillis(3).toNanos());
        assertThat(shortest.closed()).isTrue();
    }
}
