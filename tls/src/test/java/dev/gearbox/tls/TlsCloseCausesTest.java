package dev.gearbox.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What the engine counts when a connection ends under TLS, and what a recording tells of handshakes. */
@Timeout(600)
class TlsCloseCausesTest {
    private static final TestCertificates AUTHORITY = new TestCertificates("authority");
    private static final SSLContext SERVER = AUTHORITY.context(AUTHORITY.issue("server.test"));
    private static final SSLContext CLIENT = AUTHORITY.context();
    private static final TlsOptions IN_PLACE = TlsOptions.DEFAULT.withTasks(Runnable::run);
    private static final TlsProtocol THROWING = (connection, handshake) -> new Session() {
        @Override
        public void received(ByteBuffer in) {
            throw new IllegalStateException("planted");
        }

        @Override
        public void closed(@Nullable Throwable cause) {
            // Nothing is logged.
        }
    };

    private final InMemoryEngine engine = new InMemoryEngine();

    @TempDir
    private Path folder;

    @AfterEach
    void close() {
        engine.close();
    }

    private InMemoryConnection open(TlsOptions options) {
        return engine.open(TlsServer.of(SERVER, options, THROWING));
    }

    private static void feed(InMemoryConnection connection, byte[] bytes) {
        connection.feedAll(bytes, 0, bytes.length);
    }

    private static EnginePeer shakeHands(InMemoryConnection connection) throws SSLException {
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        return peer;
    }

    private void counted(InMemoryConnection connection, CloseCause cause) {
        connection.elapse(Duration.ofSeconds(2).toNanos());
        assertThat(connection.closed()).isTrue();
        assertThat(engine.stats().closedInAll()).isOne();
        assertThat(engine.stats().closed(cause))
                .as("%s", engine.stats().closed())
                .isOne();
    }

    @Test
    void aCloseNotifyIsThePeersEnd() throws SSLException {
        InMemoryConnection connection = open(IN_PLACE);
        feed(connection, shakeHands(connection).end());
        counted(connection, CloseCause.PEER);
    }

    /** As a health check does. */
    @Test
    void anEndBeforeTheHandshakeIsThePeersEnd() {
        InMemoryConnection connection = open(IN_PLACE);
        connection.end();
        counted(connection, CloseCause.PEER);
    }

    @Test
    void anExceptionOfTheInnerSession() throws SSLException {
        InMemoryConnection connection = open(IN_PLACE);
        feed(connection, shakeHands(connection).say("hello"));
        counted(connection, CloseCause.CALLBACK_ERROR);
    }

    @Test
    void bytesThatAreNoTls() {
        InMemoryConnection connection = open(IN_PLACE);
        feed(connection, "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        counted(connection, CloseCause.PROTOCOL_ERROR);
    }

    @Test
    void aHandshakeThatTakesTooLong() {
        InMemoryConnection connection = open(IN_PLACE);
        connection.elapse(IN_PLACE.handshakeTimeout().toNanos());
        counted(connection, CloseCause.HANDSHAKE_TIMEOUT);
    }

    @Test
    void aHandshakeThatIsRefused() {
        TlsServer server =
                TlsServer.of(SERVER, IN_PLACE.withHandshakeLimits(Duration.ofHours(1), 1 << 16, 1), THROWING);
        engine.open(server);
        counted(engine.open(server), CloseCause.OURS);
    }

    @Test
    void aRecordingHasEachHandshakeWithItsOutcome() throws Exception {
        Path file = folder.resolve("handshakes.jfr");
        try (Recording recording = new Recording()) {
            recording.start();
            shakeHands(open(IN_PLACE));
            open(IN_PLACE).elapse(IN_PLACE.handshakeTimeout().toNanos());
            EnginePeer distrustful =
                    new EnginePeer(new TestCertificates("another").context(), "TLSv1.3", open(IN_PLACE));
            assertThatThrownBy(distrustful::shakeHands).hasCauseInstanceOf(SSLException.class);
            open(IN_PLACE).end();
            recording.stop();
            recording.dump(file);
        }
        List<RecordedEvent> handshakes = RecordingFile.readAllEvents(file).stream()
                .filter(event -> event.getEventType().getName().equals("gearbox.TlsHandshake"))
                .toList();
        assertThat(handshakes)
                .extracting(event -> event.getString("outcome"))
                .containsExactlyInAnyOrder("COMPLETED", "TIMED_OUT", "FAILED");
        assertThat(handshakes)
                .filteredOn(event -> event.getString("outcome").equals("COMPLETED"))
                .allSatisfy(event -> {
                    assertThat(event.getString("version")).isEqualTo("TLSv1.3");
                    assertThat(event.getString("cipherSuite")).startsWith("TLS_");
                    assertThat(event.getString("message")).isNull();
                    assertThat(event.getDuration()).isPositive();
                });
        assertThat(handshakes)
                .filteredOn(event -> event.getString("outcome").equals("TIMED_OUT"))
                .allSatisfy(event -> assertThat(event.getString("message")).contains("handshakeTimeout"));
    }
}
