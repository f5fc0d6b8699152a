package dev.gearbox.tls;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLServerSocket;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Our client with the JDK's blocking server sockets. */
@Timeout(600)
class TlsClientTest {
    private final TlsFixture ends = new TlsFixture();
    private final RecordingEcho witness = new RecordingEcho(false, connection -> false);
    private ServerSocket listener = unbound();

    private static ServerSocket unbound() {
        try {
            return new ServerSocket();
        } catch (IOException impossible) {
            throw new AssertionError(impossible);
        }
    }

    @BeforeEach
    void listen() throws IOException {
        listener = bound(ends.server);
    }

    @AfterEach
    void close() throws IOException {
        ends.close();
        listener.close();
    }

    private static SSLServerSocket bound(SSLContext context) throws IOException {
        SSLServerSocket socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket.setSoTimeout(TlsFixture.PATIENCE_MILLIS);
        return socket;
    }

    /** What the server does with its next connection. */
    @FunctionalInterface
    private interface Part<T> {
        T play(SSLSocket socket) throws Exception;
    }

    private <T> FutureTask<T> serve(Part<T> part) {
        ServerSocket accepting = listener;
        Callable<T> accept = () -> {
            try (Socket socket = accepting.accept()) {
                socket.setSoTimeout(TlsFixture.PATIENCE_MILLIS);
                return part.play((SSLSocket) socket);
            }
        };
        FutureTask<T> task = new FutureTask<>(accept);
        Thread.ofPlatform().daemon().start(task);
        return task;
    }

    /** Reads everything; the client decides how the connection ends. */
    private void serveAnybody() {
        var _ = serve(TlsFixture::receiveAll);
    }

    private CompletionStage<Connection> connect(SSLContext context, String host, TlsOptions options) {
        return connect(TlsClient.of(context, host, listener.getLocalPort(), options, witness));
    }

    private CompletionStage<Connection> connect(TlsClient client) {
        return client.connect(
                ends.engine,
                new InetSocketAddress(InetAddress.getLoopbackAddress(), listener.getLocalPort()),
                Options.DEFAULT);
    }

    private static Throwable failure(CompletionStage<Connection> attempt) {
        try {
            return new AssertionError("connected: " + RecordingEcho.await(attempt.toCompletableFuture()));
        } catch (CompletionException failed) {
            return failed.getCause() == null ? failed : failed.getCause();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void talksToAServerThatItKnows(String version) throws Exception {
        FutureTask<String> server = serve(socket -> {
            String question = TlsFixture.receive(socket, 4);
            TlsFixture.send(socket, "yes");
            assertThat(((ExtendedSSLSession) socket.getSession()).getRequestedServerNames())
                    .containsExactly(new SNIHostName("server.test"));
            assertThat(TlsFixture.receiveAll(socket)).isEmpty();
            return question;
        });
        Connection connection =
                RecordingEcho.await(connect(ends.client, "server.test", TlsOptions.DEFAULT.withProtocols(version))
                        .toCompletableFuture());
        connection.execute(() -> {
            connection.write(ByteBuffer.wrap("Well".getBytes(java.nio.charset.StandardCharsets.ISO_8859_1)));
            connection.end();
        });
        assertThat(server.get()).isEqualTo("Well");
        assertThat(witness.cause()).isNull();
        assertThat(RecordingEcho.await(witness.handshake).session().getProtocol())
                .isEqualTo(version);
    }

    @Test
    void anotherNameIsRefused() {
        FutureTask<String> server = serve(TlsFixture::receiveAll);
        CompletionStage<Connection> attempt = connect(ends.client, "other.test", TlsOptions.DEFAULT);
        assertThat(failure(attempt)).isInstanceOf(SSLHandshakeException.class).hasMessageContaining("other.test");
        // The alert arrived before the connection's end.
        assertThat(problem(server)).hasMessageContaining("certificate_unknown");
        assertThat(witness.opened).isNotDone();
    }

    private static Throwable problem(FutureTask<?> server) {
        try {
            return new AssertionError("the server noticed nothing: " + server.get());
        } catch (java.util.concurrent.ExecutionException thrown) {
            return thrown.getCause() == null ? thrown : thrown.getCause();
        } catch (InterruptedException interrupted) {
            throw new AssertionError(interrupted);
        }
    }

    @Test
    void anUnknownAuthorityIsRefused() {
        serveAnybody();
        SSLContext stranger = new TestCertificates("other").context();
        assertThat(failure(connect(stranger, "server.test", TlsOptions.DEFAULT)))
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessageContaining("PKIX path");
    }

    @Test
    void anExpiredCertificateIsRefused() throws IOException {
        listener.close();
        listener = bound(ends.authority.context(ends.authority.issueExpired("server.test")));
        serveAnybody();
        assertThat(failure(connect(ends.client, "server.test", TlsOptions.DEFAULT)))
                .isInstanceOf(SSLHandshakeException.class)
                .hasStackTraceContaining("CertificateExpiredException");
    }

    @Test
    void anAddressIsFineIfTheCertificateBearsIt() throws IOException {
        listener.close();
        listener = bound(ends.authority.context(ends.authority.issue("127.0.0.1")));
        serveAnybody();
        RecordingEcho.await(
                        connect(ends.client, "127.0.0.1", TlsOptions.DEFAULT).toCompletableFuture())
                .close();
        assertThat(witness.cause()).isNull();
    }

    @Test
    void showsItsCertificate() throws Exception {
        ((SSLServerSocket) listener).setNeedClientAuth(true);
        FutureTask<String> server = serve(socket -> {
            socket.startHandshake();
            return socket.getSession().getPeerPrincipal().getName();
        });
        SSLContext known = ends.authority.context(ends.authority.issue("client.test"));
        RecordingEcho.await(connect(known, "server.test", TlsOptions.DEFAULT).toCompletableFuture());
        assertThat(server.get()).isEqualTo("CN=client.test");
    }

    /** Under TLS 1.3 the client's handshake is complete by then: the session is opened, and closed by the alert. */
    @Test
    void withoutACertificateThatIsNeededTheSessionIsClosed() {
        ((SSLServerSocket) listener).setNeedClientAuth(true);
        serveAnybody();
        RecordingEcho.await(
                connect(ends.client, "server.test", TlsOptions.DEFAULT).toCompletableFuture());
        assertThat(witness.cause()).isInstanceOf(SSLException.class).hasMessageContaining("certificate");
    }

    @Test
    void applicationProtocols() throws Exception {
        FutureTask<String> server = serve(socket -> {
            var parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {"b"});
            socket.setSSLParameters(parameters);
            socket.startHandshake();
            return socket.getApplicationProtocol();
        });
        RecordingEcho.await(connect(ends.client, "server.test", TlsOptions.DEFAULT.withApplicationProtocols("a", "b"))
                .toCompletableFuture());
        assertThat(server.get()).isEqualTo("b");
        assertThat(RecordingEcho.await(witness.handshake).applicationProtocol()).isEqualTo("b");
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void sessionsAreResumed(String version) throws Exception {
        List<Long> created = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            FutureTask<String> server = serve(socket -> {
                TlsFixture.send(socket, "x");
                return TlsFixture.receiveAll(socket);
            });
            CompletableFuture<Long> creation = new CompletableFuture<>();
            CompletableFuture<Void> got = new CompletableFuture<>();
            TlsOptions options = TlsOptions.DEFAULT.withProtocols(version);
            // A new client object each time: the cache belongs to the context.
            TlsClient client = TlsClient.of(
                    ends.client, "server.test", listener.getLocalPort(), options, (connection, handshake) -> {
                        creation.complete(handshake.session().getCreationTime());
                        return in -> {
                            in.position(in.limit());
                            got.complete(null);
                        };
                    });
            Connection connection = RecordingEcho.await(connect(client).toCompletableFuture());
            RecordingEcho.await(got); // after the ticket for the next round
            connection.close();
            server.get();
            created.add(RecordingEcho.await(creation));
            long begun = System.currentTimeMillis();
            TlsFixture.until("the clock goes on", () -> System.currentTimeMillis() > begun);
        }
        assertThat(created).containsOnly(created.get(0));
    }

    @Test
    void nobodyListens() throws IOException {
        listener.close();
        TlsClient client = TlsClient.of(ends.client, "server.test", 1, TlsOptions.DEFAULT, witness);
        InetSocketAddress nobody;
        try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            nobody = (InetSocketAddress) free.getLocalSocketAddress();
        }
        assertThat(failure(client.connect(ends.engine, nobody, Options.DEFAULT)))
                .isInstanceOf(ConnectException.class);
        assertThat(client.stats()).isEqualTo(new TlsStats(0, 0, 0, 0, 0));
    }

    @Test
    void aServerThatDoesNotSpeakTls() throws Exception {
        listener.close();
        try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            listener = plain;
            CompletionStage<Connection> attempt = connect(ends.client, "server.test", TlsOptions.DEFAULT);
            try (Socket socket = plain.accept()) {
                TlsFixture.send(socket, "220 mail.test ESMTP\r\n");
                assertThat(failure(attempt)).isInstanceOf(SSLException.class);
            }
        }
    }

    @Test
    void aProtocolThatThrowsInOpen() {
        serveAnybody();
        IllegalStateException planted = new IllegalStateException("planted");
        TlsClient client = TlsClient.of(
                ends.client, "server.test", listener.getLocalPort(), TlsOptions.DEFAULT, (connection, handshake) -> {
                    throw planted;
                });
        assertThat(failure(connect(client))).isEqualTo(planted);
        TlsFixture.until("the connection is gone", () -> ends.engine.stats().connections() == 0);
    }
}
