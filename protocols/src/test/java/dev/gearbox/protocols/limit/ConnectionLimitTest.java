package dev.gearbox.protocols.limit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Which connections are served, wait, or end, connection by connection. */
class ConnectionLimitTest {
    private static final Options AT_ONCE = Options.DEFAULT.withLinger(Duration.ZERO);

    private final InMemoryEngine engine = new InMemoryEngine();
    private final List<Connection> sessions = new ArrayList<>();
    private int closed;
    private final Protocol echo = connection -> {
        sessions.add(connection);
        return new Session() {
            @Override
            public void received(ByteBuffer in) {
                connection.write(in);
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                closed++;
            }
        };
    };

    @AfterEach
    void close() {
        engine.close();
    }

    private InMemoryConnection open(ConnectionLimit limit) {
        return engine.open(limit, AT_ONCE);
    }

    private static void feed(InMemoryConnection connection) {
        connection.feed(new byte[] {7}, 0, 1);
    }

    @Test
    void refused() {
        ConnectionLimit limit = ConnectionLimit.of(2, Beyond.REFUSE, echo);
        InMemoryConnection first = open(limit);
        InMemoryConnection second = open(limit);
        InMemoryConnection third = open(limit);
        assertThat(third.aborted()).isTrue();
        assertThat(sessions).hasSize(2);
        assertThat(limit.refused()).isEqualTo(1);
        assertThat(limit.served()).isEqualTo(2);
        feed(second);
        assertThat(second.output()).containsExactly(7);
        first.end();
        assertThat(limit.served()).isEqualTo(1);
        InMemoryConnection fourth = open(limit);
        feed(fourth);
        assertThat(fourth.output()).containsExactly(7);
        assertThat(closed).isEqualTo(1);
    }

    @Test
    void oneWaitsForAnother() {
        ConnectionLimit limit = ConnectionLimit.of(1, Beyond.WAIT, echo);
        InMemoryConnection first = open(limit);
        InMemoryConnection second = open(limit);
        assertThat(second.reading()).isFalse();
        assertThat(limit.waiting()).isEqualTo(1);
        InMemoryConnection third = open(limit);
        assertThat(third.aborted()).isTrue();
        assertThat(limit.refused()).isEqualTo(1);
        first.end();
        second.step();
        assertThat(limit.waiting()).isZero();
        assertThat(limit.served()).isEqualTo(1);
        feed(second);
        assertThat(second.output()).containsExactly(7);
    }

    @Test
    void oneThatEndsWhileItWaitsTakesNoPlace() {
        ConnectionLimit limit = ConnectionLimit.of(1, Beyond.WAIT, echo);
        InMemoryConnection first = open(limit);
        InMemoryConnection second = open(limit);
        second.fail(new IOException("reset"));
        assertThat(limit.waiting()).isZero();
        InMemoryConnection third = open(limit);
        first.end();
        third.step();
        feed(third);
        assertThat(third.output()).containsExactly(7);
        assertThat(sessions).hasSize(2);
    }

    /** A session that pauses when it is opened stays paused, although its connection had to be resumed. */
    @Test
    void aWaitingSessionMayPause() {
        ConnectionLimit limit = ConnectionLimit.of(1, Beyond.WAIT, connection -> {
            connection.pause();
            return echo.open(connection);
        });
        InMemoryConnection first = open(limit);
        InMemoryConnection second = open(limit);
        sessions.getFirst().execute(sessions.getFirst()::close);
        first.step();
        second.step();
        assertThat(sessions).hasSize(2);
        assertThat(second.reading()).isFalse();
    }

    @Test
    void theIdlestIsDropped() {
        ConnectionLimit limit = ConnectionLimit.of(2, Beyond.DROP_IDLE, echo);
        InMemoryConnection first = open(limit);
        InMemoryConnection second = open(limit);
        feed(first);
        InMemoryConnection third = open(limit);
        second.step();
        assertThat(second.closed()).isTrue();
        assertThat(first.closed()).isFalse();
        feed(third);
        assertThat(third.output()).containsExactly(7);
        assertThat(limit.dropped()).isEqualTo(1);
        assertThat(limit.served()).isEqualTo(2);
        open(limit);
        first.step();
        assertThat(first.closed()).isTrue();
        assertThat(limit.served()).isEqualTo(2);
    }

    @Test
    void aProtocolThatThrowsTakesNoPlace() {
        boolean[] throwing = {true};
        ConnectionLimit limit = ConnectionLimit.of(1, Beyond.REFUSE, connection -> {
            if (throwing[0]) {
                throw new IllegalStateException("on purpose");
            }
            return echo.open(connection);
        });
        assertThat(open(limit).closed()).isTrue();
        assertThat(limit.served()).isZero();
        throwing[0] = false;
        feed(open(limit));
        assertThat(limit.served()).isEqualTo(1);
    }

    @Test
    void limitsThatAreNone() {
        assertThatThrownBy(() -> ConnectionLimit.of(0, Beyond.WAIT, echo)).hasMessage("most is 0 and must be from 1");
    }
}
