package dev.gearbox.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.ConnectionResetException;
import dev.gearbox.core.Shutdown;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** How connections end, and what each side sees: close_notify in either order, half-close, truncation, reset. */
@Timeout(600)
class TlsEndTest {
    private final TlsFixture ends = new TlsFixture();

    @AfterEach
    void close() throws Exception {
        ends.close();
    }

    private InetSocketAddress listen(RecordingEcho witness) throws Exception {
        return ends.listen(TlsServer.of(ends.server, TlsOptions.DEFAULT, witness));
    }

    private static void write(Connection connection, String text) {
        connection.write(ByteBuffer.wrap(text.getBytes(StandardCharsets.ISO_8859_1)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void thePeerEndsFirst(String version) throws Exception {
        RecordingEcho witness = new RecordingEcho();
        SSLSocket socket = ends.secure(listen(witness), version);
        TlsFixture.send(socket, "hello");
        assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
        socket.shutdownOutput();
        assertThat(TlsFixture.receiveAll(socket)).isEmpty();
        assertThat(witness.cause()).isNull();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void theSessionEndsFirst(String version) throws Exception {
        RecordingEcho witness = new RecordingEcho();
        SSLSocket socket = ends.secure(listen(witness), version);
        socket.startHandshake();
        Connection connection = RecordingEcho.await(witness.opened);
        connection.execute(() -> {
            write(connection, "bye");
            connection.end();
        });
        assertThat(TlsFixture.receiveAll(socket)).isEqualTo("bye");
        socket.shutdownOutput();
        assertThat(witness.cause()).isNull();
        assertThat(witness.ended).isDone();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void theSessionClosesAndThePeerGetsAllOfIt(String version) throws Exception {
        RecordingEcho witness = new RecordingEcho();
        SSLSocket socket = ends.secure(listen(witness), version);
        socket.startHandshake();
        Connection connection = RecordingEcho.await(witness.opened);
        connection.execute(() -> {
            write(connection, "x".repeat(50_000));
            connection.close();
        });
        assertThat(TlsFixture.receiveAll(socket)).hasSize(50_000);
        assertThat(witness.cause()).isNull();
    }

    @Test
    void thePeerEndsAndTheSessionGoesOnUnderTls13() throws Exception {
        RecordingEcho witness = new RecordingEcho(true, connection -> {
            connection.schedule(Duration.ofMillis(1), () -> {
                write(connection, "and more");
                connection.end();
            });
            return true;
        });
        SSLSocket socket = ends.secure(listen(witness), "TLSv1.3");
        TlsFixture.send(socket, "hello");
        socket.shutdownOutput();
        assertThat(TlsFixture.receiveAll(socket)).isEqualTo("helloand more");
        assertThat(witness.cause()).isNull();
    }

    @Test
    void theSessionEndsAndThePeerGoesOnUnderTls13() throws Exception {
        RecordingEcho witness = new RecordingEcho(false, connection -> false);
        SSLSocket socket = ends.secure(listen(witness), "TLSv1.3");
        socket.startHandshake();
        Connection connection = RecordingEcho.await(witness.opened);
        connection.execute(connection::end);
        assertThat(TlsFixture.receiveAll(socket)).isEmpty();
        TlsFixture.send(socket, "x".repeat(300_000));
        socket.shutdownOutput();
        assertThat(witness.cause()).isNull();
        assertThat(witness.received()).hasSize(300_000);
    }

    @Test
    void underTls12ThePeersEndIsOursToo() throws Exception {
        RecordingEcho witness = new RecordingEcho(true, connection -> {
            connection.execute(() -> write(connection, "too late"));
            return true;
        });
        SSLSocket socket = ends.secure(listen(witness), "TLSv1.2");
        TlsFixture.send(socket, "hello");
        assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
        socket.shutdownOutput();
        assertThat(TlsFixture.receiveAll(socket)).isEmpty();
        assertThat(witness.cause()).isInstanceOf(SSLException.class).hasMessageContaining("both directions");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void anEndWithoutCloseNotifyIsATruncation(String version) throws Exception {
        RecordingEcho witness = new RecordingEcho();
        InetSocketAddress address = listen(witness);
        Socket wire = ends.plain(address);
        SSLSocket socket = TlsFixture.secure(ends.client, wire, "server.test");
        socket.setEnabledProtocols(new String[] {version});
        TlsFixture.send(socket, "hello");
        assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
        wire.shutdownOutput();
        assertThat(witness.cause()).isInstanceOf(TlsTruncatedException.class);
        assertThat(witness.received()).isEqualTo("hello");
        assertThat(witness.ended).isNotDone();
    }

    @Test
    void aRecordThatIsCutOffIsATruncation() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        Socket wire = ends.plain(listen(witness));
        SSLSocket socket = TlsFixture.secure(ends.client, wire, "server.test");
        socket.startHandshake();
        RecordingEcho.await(witness.opened);
        wire.getOutputStream().write(new byte[] {23, 3, 3, 0, 100, 1, 2, 3});
        wire.shutdownOutput();
        assertThat(witness.cause()).isInstanceOf(TlsTruncatedException.class);
    }

    /** Closed with a grace period, it waits until the session has said its last word, and close_notify follows. */
    @Test
    void anEngineThatStopsEndsWithCloseNotify() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        SSLSocket socket = ends.secure(listen(witness), "TLSv1.3");
        TlsFixture.send(socket, "hello");
        assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
        FutureTask<Shutdown> closing = new FutureTask<>(() -> ends.engine.close(Duration.ofMinutes(1)));
        Thread.ofPlatform().daemon().start(closing);
        assertThat(TlsFixture.receiveAll(socket)).as("an authentic end").isEmpty();
        socket.close();
        assertThat(closing.get()).isEqualTo(Shutdown.GRACEFUL);
        assertThat(witness.cause()).isNull();
    }

    @Test
    void anAbortIsAReset() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        SSLSocket socket = ends.secure(listen(witness), "TLSv1.3");
        socket.startHandshake();
        RecordingEcho.await(witness.opened).abort();
        assertThatThrownBy(() -> TlsFixture.receiveAll(socket)).hasStackTraceContaining("Connection reset");
        assertThat(witness.cause()).isNull();
    }

    @Test
    void aResetIsAReset() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        Socket wire = ends.plain(listen(witness));
        SSLSocket socket = TlsFixture.secure(ends.client, wire, "server.test");
        socket.startHandshake();
        RecordingEcho.await(witness.opened);
        wire.setSoLinger(true, 0);
        wire.close();
        assertThat(witness.cause()).isInstanceOf(ConnectionResetException.class);
    }
}
