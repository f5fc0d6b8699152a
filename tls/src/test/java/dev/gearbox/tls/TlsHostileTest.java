package dev.gearbox.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.time.Duration;
import java.util.Arrays;
import java.util.SplittableRandom;
import javax.net.ssl.SSLException;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Peers that violate the standard or are malicious: each gets an alert where TLS defines one, and affects no other connection. */
@Timeout(600)
class TlsHostileTest {
    private static final int ALERT = 21;

    private final TlsFixture ends = new TlsFixture();
    private final RecordingEcho witness = new RecordingEcho();

    @AfterEach
    void close() throws Exception {
        ends.close();
    }

    private static void awaitFailures(Tls tls, long count) {
        TlsFixture.until(count + " handshakes have failed", () -> tls.stats().failed() == count);
        assertThat(tls.stats().underWay()).isZero();
    }

    /** Returns the server's answer to these first bytes, until it closes. */
    private byte[] answerTo(Tls tls, byte... bytes) throws Exception {
        Socket socket = ends.plain(ends.listen(tls));
        socket.getOutputStream().write(bytes);
        return socket.getInputStream().readAllBytes();
    }

    @Test
    void plainHttp() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        byte[] answer = answerTo(
                tls,
                "GET / HTTP/1.1\r\nHost: server.test\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII));
        assertThat(answer[0]).isEqualTo((byte) ALERT);
        awaitFailures(tls, 1);
        assertThat(witness.opened).isNotDone();
    }

    @Test
    void garbageInsteadOfAHandshake() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        InetSocketAddress address = ends.listen(tls);
        SplittableRandom random = new SplittableRandom(7);
        int rounds = 50;
        for (int round = 0; round < rounds; round++) {
            byte[] garbage = new byte[1 + random.nextInt(200)];
            random.nextBytes(garbage);
            Socket socket = ends.plain(address);
            socket.getOutputStream().write(garbage);
            socket.shutdownOutput();
        }
        awaitFailures(tls, rounds);
        assertThat(witness.opened).isNotDone();
    }

    /** Records that are valid and carry no data: warning alerts over and over. */
    @Test
    void bytesWithoutEndBeforeTheHandshakeIsComplete() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        Socket socket = ends.plain(ends.listen(tls));
        byte[] warning = {ALERT, 3, 3, 0, 2, 1, 90};
        byte[] many = new byte[7 * 20_000];
        for (int at = 0; at < many.length; at += warning.length) {
            System.arraycopy(warning, 0, many, at, warning.length);
        }
        socket.getOutputStream().write(many);
        awaitFailures(tls, 1);
    }

    @Test
    void moreBytesThanAHandshakeMayHave() throws Exception {
        TlsServer tls = TlsServer.of(
                ends.server,
                TlsOptions.DEFAULT.withHandshakeLimits(Duration.ofSeconds(10), 100, Integer.MAX_VALUE),
                witness);
        SSLSocket socket = ends.secure(ends.listen(tls));
        assertThatThrownBy(socket::startHandshake).isInstanceOf(java.io.IOException.class);
        awaitFailures(tls, 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void anOversizedRecord(boolean afterTheHandshake) throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        Socket wire = ends.plain(ends.listen(tls));
        byte[] record = new byte[5 + 0xffff];
        record[0] = (byte) (afterTheHandshake ? 23 : 22);
        record[1] = 3;
        record[2] = 3;
        record[3] = (byte) 0xff;
        record[4] = (byte) 0xff;
        if (afterTheHandshake) {
            SSLSocket socket = TlsFixture.secure(ends.client, wire, "server.test");
            socket.startHandshake();
            RecordingEcho.await(witness.opened);
            wire.getOutputStream().write(record, 0, 5);
            assertThat(witness.cause()).isInstanceOf(SSLException.class).hasMessageContaining("too big");
            assertThatThrownBy(() -> TlsFixture.receiveAll(socket)).isInstanceOf(SSLException.class);
        } else {
            wire.getOutputStream().write(record, 0, 5);
            assertThat(wire.getInputStream().read()).isEqualTo(ALERT);
            awaitFailures(tls, 1);
        }
    }

    @Test
    void garbageAfterTheHandshake() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        Socket wire = ends.plain(ends.listen(tls));
        SSLSocket socket = TlsFixture.secure(ends.client, wire, "server.test");
        TlsFixture.send(socket, "hello");
        assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
        byte[] record = new byte[105];
        Arrays.fill(record, (byte) 9);
        record[0] = 23;
        record[1] = 3;
        record[2] = 3;
        record[3] = 0;
        record[4] = 100;
        wire.getOutputStream().write(record);
        assertThatThrownBy(() -> TlsFixture.receiveAll(socket))
                .isInstanceOf(SSLException.class)
                .hasMessageContaining("bad_record_mac");
        assertThat(witness.cause()).isInstanceOf(SSLException.class);
        assertThat(witness.received()).isEqualTo("hello");
    }

    @Test
    void aPeerThatStallsInTheHandshake() throws Exception {
        TlsServer tls = TlsServer.of(
                ends.server,
                TlsOptions.DEFAULT.withHandshakeLimits(Duration.ofMillis(100), 1 << 16, Integer.MAX_VALUE),
                witness);
        // Only the first half of a record.
        byte[] answer = answerTo(tls, (byte) 22, (byte) 3, (byte) 1, (byte) 1, (byte) 0, (byte) 1);
        assertThat(answer[0]).isEqualTo((byte) ALERT);
        TlsFixture.until("it is counted", () -> tls.stats().timedOut() == 1);
        assertThat(tls.stats()).isEqualTo(new TlsStats(0, 0, 0, 1, 0));
    }

    @Test
    void oneMoreThanMayShakeHandsAtOnce() throws Exception {
        TlsServer tls = TlsServer.of(
                ends.server, TlsOptions.DEFAULT.withHandshakeLimits(Duration.ofMinutes(1), 1 << 16, 1), witness);
        InetSocketAddress address = ends.listen(tls);
        Socket first = ends.plain(address);
        TlsFixture.until("the first handshake is under way", () -> tls.stats().underWay() == 1);
        Socket second = ends.plain(address);
        assertThatThrownBy(() -> second.getInputStream().read()).isInstanceOf(SocketException.class);
        assertThat(tls.stats()).isEqualTo(new TlsStats(1, 0, 0, 0, 1));
        SSLSocket socket = TlsFixture.secure(ends.client, first, "server.test");
        socket.startHandshake();
        TlsFixture.until("there is room again", () -> tls.stats().underWay() == 0);
        ends.secure(address).startHandshake();
        TlsFixture.until("the other one is through", () -> tls.stats().completed() == 2);
    }

    @Test
    void negotiatingAgainUnderTls12() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        SSLSocket socket = ends.secure(ends.listen(tls), "TLSv1.2");
        TlsFixture.send(socket, "hello");
        assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
        socket.startHandshake();
        assertThatThrownBy(() -> TlsFixture.receiveAll(socket)).isInstanceOf(java.io.IOException.class);
        assertThat(witness.cause()).isInstanceOf(SSLException.class).hasMessageContaining("renegotiation");
        assertThat(tls.stats()).isEqualTo(new TlsStats(0, 1, 0, 0, 0));
    }

    /** A key update is not a renegotiation: TLS 1.3 allows it at any time. */
    @Test
    void newKeysUnderTls13() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        SSLSocket socket = ends.secure(ends.listen(tls), "TLSv1.3");
        for (int round = 0; round < 5; round++) {
            TlsFixture.send(socket, "hello");
            assertThat(TlsFixture.receive(socket, 5)).isEqualTo("hello");
            socket.startHandshake();
        }
        assertThat(witness.isClosed()).isFalse();
    }

    @Test
    void aPeerThatGoesAwayInTheHandshake() throws Exception {
        TlsServer tls = TlsServer.of(ends.server, TlsOptions.DEFAULT, witness);
        InetSocketAddress address = ends.listen(tls);
        ends.plain(address).close();
        Socket torn = ends.plain(address);
        torn.getOutputStream().write(new byte[] {22, 3});
        torn.setSoLinger(true, 0);
        torn.close();
        awaitFailures(tls, 2);
        TlsFixture.until("both are gone", () -> ends.engine.stats().connections() == 0);
    }
}
