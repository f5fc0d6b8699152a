package dev.gearbox.protocols;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.protocols.broadcast.Broadcast;
import dev.gearbox.protocols.broadcast.SlowMemberPolicy;
import dev.gearbox.protocols.frames.Lines;
import dev.gearbox.protocols.proxy.ProxyProtocol;
import dev.gearbox.protocols.proxy.Subnet;
import dev.gearbox.protocols.time.Timeouts;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What the protocols and decorators of this module are counted as when they close a connection. */
@Timeout(600)
class CloseCausesTest {
    private static final Duration LIMIT = Duration.ofHours(4);
    private static final Options SMALL = Options.DEFAULT.withWater(100, 10);
    private static final Protocol SILENT = connection -> new Session() {
        @Override
        public void received(ByteBuffer in) {
            in.position(in.limit());
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            // Nothing is logged.
        }
    };

    private static final List<Subnet> ANYWHERE = List.of(Subnet.parse("0.0.0.0/0"));

    private final InMemoryEngine engine = new InMemoryEngine();

    @AfterEach
    void close() {
        engine.close();
    }

    private void counted(CloseCause cause) {
        assertThat(engine.stats().closedInAll()).isOne();
        assertThat(engine.stats().closed(cause))
                .as("%s", engine.stats().closed())
                .isOne();
    }

    private void late(InMemoryConnection connection) {
        connection.elapse(LIMIT.multipliedBy(2).toNanos());
        connection.await("it is closed", connection::closed);
    }

    @Test
    void anIdleConnection() {
        late(engine.open(Timeouts.idle(LIMIT, SILENT)));
        counted(CloseCause.IDLE_TIMEOUT);
    }

    @Test
    void aPeerThatSendsNothing() {
        late(engine.open(Timeouts.read(LIMIT, SILENT)));
        counted(CloseCause.READ_TIMEOUT);
    }

    @Test
    void aPeerThatReadsNothing() {
        Protocol echo = peer -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                peer.write(in);
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                // Nothing is logged.
            }
        };
        InMemoryConnection connection =
                engine.open(Timeouts.write(LIMIT, echo), Options.DEFAULT.withLinger(Duration.ZERO));
        connection.takes(offered -> 0);
        connection.feed(new byte[1], 0, 1);
        late(connection);
        counted(CloseCause.WRITE_TIMEOUT);
    }

    /** The engine counts the time-out although it only sees that the offload closes the connection. */
    @Test
    void aTimeoutOnWorkers() {
        try (Offload offload = Offload.to(1, Timeouts.idle(LIMIT, SILENT))) {
            InMemoryConnection connection = engine.open(offload);
            connection.await("the timer is set", () -> {
                connection.elapse(LIMIT.toNanos());
                return connection.closed();
            });
            counted(CloseCause.IDLE_TIMEOUT);
        }
    }

    @Test
    void anExceptionOnAWorker() {
        try (Offload offload = Offload.to(1, peer -> new Session() {
            @Override
            public void received(ByteBuffer in) {
                throw new IllegalStateException("planted");
            }

            @Override
            public void closed(@Nullable Throwable cause) {
                // Nothing is logged.
            }
        })) {
            InMemoryConnection connection = engine.open(offload);
            connection.feedAll(new byte[1], 0, 1);
            connection.await("it is closed", connection::closed);
            counted(CloseCause.CALLBACK_ERROR);
        }
    }

    @Test
    void aLineThatIsTooLong() {
        InMemoryConnection connection = engine.open(Lines.of(10, peer -> line -> {}));
        connection.feed(new byte[20], 0, 20);
        assertThat(connection.closed()).isTrue();
        counted(CloseCause.PROTOCOL_ERROR);
    }

    @Test
    void aMemberThatIsTooSlow() {
        Broadcast room = Broadcast.with(SlowMemberPolicy.CLOSE);
        InMemoryConnection connection = engine.open(room.members(SILENT), SMALL);
        connection.takes(offered -> 0);
        for (int message = 0; message < 10; message++) {
            room.send(ByteBuffer.allocate(40));
            connection.step();
        }
        assertThat(connection.aborted()).isTrue();
        counted(CloseCause.OVERFLOW);
    }

    @Test
    void aProxyHeaderThatDoesNotCome() {
        late(engine.open(ProxyProtocol.of(ANYWHERE, SILENT)));
        counted(CloseCause.HANDSHAKE_TIMEOUT);
    }

    @Test
    void aProxyHeaderThatIsNone() {
        InMemoryConnection connection = engine.open(ProxyProtocol.of(ANYWHERE, SILENT));
        connection.feed("GET / HTTP/1.1\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII), 0, 16);
        assertThat(connection.aborted()).isTrue();
        counted(CloseCause.PROTOCOL_ERROR);
    }
}
