package dev.gearbox.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Options;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import javax.net.ssl.ExtendedSSLSession;
import javax.net.ssl.SNIHostName;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLPeerUnverifiedException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handshakes of our server with the JDK's blocking sockets: certificates of both sides, what they agree on, and what is refused. */
@Timeout(600)
class TlsServerTest {
    private final TlsFixture ends = new TlsFixture();

    @AfterEach
    void close() throws Exception {
        ends.close();
    }

    private static void echo(SSLSocket socket) throws Exception {
        TlsFixture.send(socket, "hello");
        assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
    }

    /** Waits for what the client cannot observe. */
    private static void awaitFailures(Tls tls, long count) {
        TlsFixture.until(count + " handshakes have failed", () -> tls.stats().failed() == count);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void speaksBothVersions(String version) throws Exception {
        RecordingEcho witness = new RecordingEcho();
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        SSLSocket socket = ends.secure(ends.listen(tls), version);
        echo(socket);
        assertThat(socket.getSession().getProtocol()).isEqualTo(version);
        TlsHandshake handshake = RecordingEcho.await(witness.handshake);
        assertThat(handshake.session().getProtocol()).isEqualTo(version);
        assertThat(handshake.applicationProtocol()).isEmpty();
        assertThat(tls.stats()).isEqualTo(new TlsStats(0, 1, 0, 0, 0));
        assertThat(tls.sessions()).isEqualTo(1);
        assertThat(RecordingEcho.await(witness.opened).engine()).hasToString("selector");
    }

    @Test
    void aVersionThatIsNotSpokenIsRefused() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT.withProtocols("TLSv1.3"), new RecordingEcho());
        SSLSocket socket = ends.secure(ends.listen(tls), "TLSv1.2");
        assertThatThrownBy(socket::startHandshake)
                .isInstanceOf(SSLHandshakeException.class)
                .hasMessageContaining("protocol_version");
        awaitFailures(tls, 1);
    }

    @Test
    void theNameThatIsAskedForChoosesTheCertificate() throws Exception {
        SSLContext several = ends.authority.context(
                ends.authority.issue("one.test"),
                ends.authority.issue("two.test"),
                ends.authority.issue("*.three.test"));
        for (String host : List.of("two.test", "one.test", "any.three.test")) {
            RecordingEcho witness = new RecordingEcho();
            InetSocketAddress address = ends.listen(TlsServer.of(several, TlsOptions.DEFAULT, witness));
            SSLSocket socket = TlsFixture.secure(ends.client, ends.plain(address), host);
            echo(socket);
            ExtendedSSLSession session =
                    (ExtendedSSLSession) RecordingEcho.await(witness.handshake).session();
            assertThat(session.getRequestedServerNames()).containsExactly(new SNIHostName(host));
            X509Certificate shown = (X509Certificate) socket.getSession().getPeerCertificates()[0];
            assertThat(shown.getSubjectX500Principal().getName()).endsWith(host.substring(host.indexOf('.')));
        }
    }

    private SSLSocket offering(InetSocketAddress address, String... names) throws Exception {
        SSLSocket socket = ends.secure(address);
        SSLParameters parameters = socket.getSSLParameters();
        parameters.setApplicationProtocols(names);
        socket.setSSLParameters(parameters);
        return socket;
    }

    @Test
    void theServersFavouriteApplicationProtocolIsChosen() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        InetSocketAddress address = ends.listen(
                TlsServer.of(ends.server, TlsOptions.DEFAULT.withApplicationProtocols("h2", "http/1.1"), witness));
        SSLSocket socket = offering(address, "http/1.1", "h2", "other");
        echo(socket);
        assertThat(socket.getApplicationProtocol()).isEqualTo("h2");
        assertThat(RecordingEcho.await(witness.handshake).applicationProtocol()).isEqualTo("h2");
    }

    @Test
    void noApplicationProtocolInCommonIsRefused() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT.withApplicationProtocols("h2"), witness);
        SSLSocket socket = offering(ends.listen(tls), "other");
        assertThatThrownBy(socket::startHandshake).hasMessageContaining("no_application_protocol");
        awaitFailures(tls, 1);
        assertThat(witness.opened).isNotDone();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aClientShowsItsCertificateWhereOneIsNeeded(String version) throws Exception {
        RecordingEcho witness = new RecordingEcho();
        InetSocketAddress address =
                ends.listen(TlsServer.of(ends.server, TlsOptions.DEFAULT.withClientAuth(ClientAuth.NEED), witness));
        SSLContext known = ends.authority.context(ends.authority.issue("client.test"));
        SSLSocket socket = TlsFixture.secure(known, ends.plain(address), "server.test");
        socket.setEnabledProtocols(new String[] {version});
        echo(socket);
        assertThat(RecordingEcho.await(witness.handshake).session().getPeerPrincipal())
                .hasToString("CN=client.test");
    }

    /** Under TLS 1.3 the client's handshake is complete before the server has noticed that there is no certificate. */
    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void aClientWithoutCertificateIsRefusedWhereOneIsNeeded(String version) throws Exception {
        RecordingEcho witness = new RecordingEcho();
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT.withClientAuth(ClientAuth.NEED), witness);
        SSLSocket socket = ends.secure(ends.listen(tls), version);
        assertThatThrownBy(() -> refused(socket))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining(version.equals("TLSv1.3") ? "certificate_required" : "handshake_failure");
        awaitFailures(tls, 1);
        assertThat(witness.opened).isNotDone();
    }

    @Test
    void aCertificateOfAnUnknownAuthorityIsRefused() throws Exception {
        TestCertificates other = new TestCertificates("other");
        RecordingEcho witness = new RecordingEcho();
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT.withClientAuth(ClientAuth.WANT), witness);
        SSLContext stranger = context(other.issue("stranger"));
        SSLSocket socket = TlsFixture.secure(stranger, ends.plain(ends.listen(tls)), "server.test");
        assertThatThrownBy(() -> refused(socket))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("certificate_unknown");
        awaitFailures(tls, 1);
        assertThat(witness.opened).isNotDone();
    }

    /** The client has completed its handshake, and sends data, before the server has checked its certificate: the alert still arrives. */
    private static void refused(SSLSocket socket) throws Exception {
        TlsFixture.send(socket, "x".repeat(10_000));
        TlsFixture.receiveAll(socket);
    }

    /** Trusts our authority, and has a certificate that the server does not trust. Uses a key manager that ignores the server's authorities. */
    private SSLContext context(TestCertificates.Identity stranger) throws Exception {
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(
                new javax.net.ssl.KeyManager[] {new FixedKeyManager(stranger)}, ends.authority.trustManagers(), null);
        return context;
    }

    @Test
    void aClientWithoutCertificateIsServedWhereOneIsWanted() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        InetSocketAddress address =
                ends.listen(TlsServer.of(ends.server, TlsOptions.DEFAULT.withClientAuth(ClientAuth.WANT), witness));
        echo(ends.secure(address));
        assertThatThrownBy(
                        () -> RecordingEcho.await(witness.handshake).session().getPeerCertificates())
                .isInstanceOf(SSLPeerUnverifiedException.class);
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void sessionsAreResumed(String version) throws Exception {
        List<TlsHandshake> handshakes = java.util.Collections.synchronizedList(new ArrayList<>());
        InetSocketAddress address =
                ends.listen(TlsServer.of(ends.server, TlsOptions.DEFAULT, (connection, handshake) -> {
                    handshakes.add(handshake);
                    return connection::write;
                }));
        List<Long> created = new ArrayList<>();
        for (int round = 0; round < 3; round++) {
            try (SSLSocket socket = ends.secure(address, version)) {
                echo(socket);
                created.add(socket.getSession().getCreationTime());
            }
            // A session of the next round would have a later time.
            long begun = System.currentTimeMillis();
            TlsFixture.until("the clock goes on", () -> System.currentTimeMillis() > begun);
        }
        assertThat(created).containsOnly(created.get(0));
        assertThat(handshakes.stream()
                        .map(each -> each.session().getCreationTime())
                        .distinct())
                .hasSize(1);
    }

    @Test
    void anExecutorThatRefusesEndsTheHandshake() throws Exception {
        TlsServer tls = TlsServer.of(
                ends.server,
                TlsOptions.DEFAULT.withTasks(_ -> {
                    throw new RejectedExecutionException("planted");
                }),
                new RecordingEcho());
        SSLSocket socket = ends.secure(ends.listen(tls));
        assertThatThrownBy(socket::startHandshake).isInstanceOf(java.io.IOException.class);
        awaitFailures(tls, 1);
    }

    @Test
    void tasksRunOnTheExecutorAndNotOnTheLoop() throws Exception {
        CompletableFuture<Thread> loop = new CompletableFuture<>();
        CompletableFuture<Thread> task = new CompletableFuture<>();
        TlsServer tls = TlsServer.of(
                ends.server,
                TlsOptions.DEFAULT.withTasks(work -> {
                    loop.complete(Thread.currentThread());
                    Thread.ofPlatform().daemon().start(() -> {
                        task.complete(Thread.currentThread());
                        work.run();
                    });
                }),
                new RecordingEcho());
        echo(ends.secure(ends.listen(tls)));
        assertThat(RecordingEcho.await(task)).isNotEqualTo(RecordingEcho.await(loop));
    }

    @Test
    void closingItEndsTheInnerSessions() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        InetSocketAddress address = ends.listen(tls);
        echo(ends.secure(address));
        tls.close();
        assertThat(witness.cause()).isInstanceOf(dev.gearbox.core.EngineClosedException.class);
        assertThat(tls.sessions()).isZero();
        // A later connection is closed without a reply.
        assertThatThrownBy(() -> TlsFixture.receiveAll(ends.secure(address))).isInstanceOf(IOException.class);
        assertThat(tls.sessions()).isZero();
    }

    @Test
    void manyAtOnce() throws Exception {
        // On a busy machine so many handshakes at once may take longer than the default timeout.
        TlsOptions patient = TlsOptions.DEFAULT.withHandshakeLimits(Duration.ofMinutes(5), 64 << 10, Integer.MAX_VALUE);
        TlsServer tls = TlsServer.of(ends.server, patient, connection -> connection::write);
        InetSocketAddress address = ends.listen(tls);
        int count = 200;
        List<FutureTask<SSLSocket>> clients = new ArrayList<>();
        for (int index = 0; index < count; index++) {
            FutureTask<SSLSocket> client = new FutureTask<>(() -> {
                SSLSocket socket = ends.secure(address);
                echo(socket);
                return socket;
            });
            clients.add(client);
            Thread.ofVirtual().start(client);
        }
        for (FutureTask<SSLSocket> client : clients) {
            echo(client.get());
        }
        assertThat(tls.stats()).isEqualTo(new TlsStats(0, count, 0, 0, 0));
        assertThat(tls.sessions()).isEqualTo(count);
    }

    @Test
    void whatIsWrongWithTheOptionsIsToldAtOnce() {
        TlsOptions options = TlsOptions.DEFAULT;
        assertThatThrownBy(() -> options.withProtocols("TLSv1.1")).hasMessageContaining("TLSv1.1");
        assertThatThrownBy(() -> options.withApplicationProtocols("")).hasMessageContaining("applicationProtocols");
        assertThatThrownBy(() -> options.withHandshakeLimits(Duration.ZERO, 1, 1))
                .hasMessageContaining("handshakeTimeout");
        assertThatThrownBy(() -> TlsClient.of(ends.client, "not a name", 1, options, connection -> connection::write))
                .isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void theListenersOptionsHoldForTheInnerSession() throws Exception {
        RecordingEcho witness = new RecordingEcho();
        Options options = Options.DEFAULT.withWater(1_000, 10);
        InetSocketAddress address = (InetSocketAddress) ends.engine
                .listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        TlsServer.of(ends.server, TlsOptions.DEFAULT, witness),
                        options)
                .address();
        echo(ends.secure(address));
        assertThat(RecordingEcho.await(witness.opened).options()).isEqualTo(options);
    }
}
