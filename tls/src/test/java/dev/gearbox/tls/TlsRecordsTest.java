package dev.gearbox.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.memory.InMemoryConnection;
import dev.gearbox.testkit.memory.InMemoryEngine;
import java.io.ByteArrayOutputStream;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Without a socket: however records are split or merged on the way, they carry the same data; and the amount that is held is bounded. */
@Timeout(600)
class TlsRecordsTest {
    private static final TestCertificates AUTHORITY = new TestCertificates("authority");
    private static final SSLContext SERVER = AUTHORITY.context(AUTHORITY.issue("server.test"));
    private static final SSLContext CLIENT = AUTHORITY.context();
    private static final TlsOptions IN_PLACE = TlsOptions.DEFAULT.withTasks(Runnable::run);

    private final InMemoryEngine engine = new InMemoryEngine();

    @AfterEach
    void close() {
        engine.close();
    }

    private InMemoryConnection open(RecordingEcho witness) {
        return engine.open(TlsServer.of(SERVER, IN_PLACE, witness));
    }

    private static void await(InMemoryConnection connection, EnginePeer peer, String expected) {
        connection.await("all is back", () -> {
            try {
                return peer.heard().length() >= expected.length();
            } catch (SSLException failure) {
                throw new AssertionError(failure);
            }
        });
    }

    @ParameterizedTest
    @ValueSource(strings = {"TLSv1.3", "TLSv1.2"})
    void oneByteAtATime(String version) throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, version, connection);
        EnginePeer.Network bytewise = bytes -> {
            for (int at = 0; at < bytes.length; at++) {
                connection.feedAll(bytes, at, 1);
                connection.step();
            }
        };
        peer.shakeHands(bytewise);
        String text = "x".repeat(3_000) + "y";
        bytewise.carry(peer.say(text));
        await(connection, peer, text);
        assertThat(peer.heard()).isEqualTo(text);
        bytewise.carry(peer.end());
        assertThat(peer.heardEnd()).isTrue();
        connection.end();
        assertThat(witness.cause()).isNull();
        assertThat(connection.closed()).isTrue();
    }

    /** Two records, split into two pieces at each byte. */
    @Test
    void splitAtEachOffset() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        StringBuilder expected = new StringBuilder();
        int length = 2;
        for (int cut = 1; cut < length; cut++) {
            ByteArrayOutputStream both = new ByteArrayOutputStream();
            both.writeBytes(peer.say("first " + cut));
            both.writeBytes(peer.say("second"));
            byte[] records = both.toByteArray();
            length = records.length;
            connection.feedAll(records, 0, cut);
            connection.feedAll(records, cut, length - cut);
            expected.append("first ").append(cut).append("second");
        }
        assertThat(length).isGreaterThan(50);
        await(connection, peer, expected.toString());
        assertThat(peer.heard()).isEqualTo(expected.toString());
    }

    @Test
    void manyRecordsInOneReadAreOneCallback() throws SSLException {
        AtomicInteger calls = new AtomicInteger();
        InMemoryConnection connection = engine.open(TlsServer.of(SERVER, IN_PLACE, plain -> in -> {
            calls.incrementAndGet();
            plain.write(in);
        }));
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        ByteArrayOutputStream many = new ByteArrayOutputStream();
        for (int index = 0; index < 100; index++) {
            many.writeBytes(peer.say("record"));
        }
        connection.feedAll(many.toByteArray(), 0, many.size());
        await(connection, peer, "record".repeat(100));
        assertThat(peer.heard()).isEqualTo("record".repeat(100));
        assertThat(calls).hasValue(1);
    }

    /** The client's last handshake message, its first bytes and its end, all in one read. */
    @Test
    void allAtOnceBehindTheHandshake() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        Deque<byte[]> flights = new ArrayDeque<>();
        peer.shakeHands(flight -> {
            flights.add(flight);
            if (flights.size() == 1) {
                connection.feedAll(flight, 0, flight.length);
            }
        });
        assertThat(witness.opened).isNotDone();
        ByteArrayOutputStream rest = new ByteArrayOutputStream();
        flights.stream().skip(1).forEach(rest::writeBytes);
        rest.writeBytes(peer.say("hello"));
        rest.writeBytes(peer.end());
        connection.feedAll(rest.toByteArray(), 0, rest.size());
        await(connection, peer, "hello");
        connection.end();
        assertThat(witness.cause()).isNull();
        assertThat(witness.received()).isEqualTo("hello");
    }

    @Test
    void cutAtRandomWithAPeerThatTakesLittle() throws SSLException {
        long seed = System.nanoTime();
        SplittableRandom random = new SplittableRandom(seed);
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        String text = "0123456789".repeat(60_000);
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        for (int at = 0, step; at < text.length(); at += step) {
            step = Math.min(text.length() - at, 1 + random.nextInt(20_000));
            records.writeBytes(peer.say(text.substring(at, at + step)));
        }
        byte[] all = records.toByteArray();
        for (int at = 0; at < all.length; ) {
            connection.takes(offered -> Math.min(offered, random.nextInt(2) * (1 + random.nextInt(30_000))));
            int fed = connection.feed(all, at, Math.min(all.length - at, 1 + random.nextInt(40_000)));
            at += fed;
            if (fed == 0) {
                connection.takes(offered -> offered);
                connection.step();
            }
            peer.hear();
        }
        connection.takes(offered -> offered);
        await(connection, peer, text);
        assertThat(peer.heard()).as("seed " + seed).isEqualTo(text);
    }

    @Test
    void aPeerThatDoesNotReadStopsTheSessionReading() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        Options options = Options.DEFAULT;
        InMemoryConnection connection = engine.open(TlsServer.of(SERVER, IN_PLACE, witness), options);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        connection.takes(offered -> 0);
        ByteArrayOutputStream records = new ByteArrayOutputStream();
        for (int index = 0; index < 64; index++) {
            records.writeBytes(peer.say("x".repeat(16_000)));
        }
        int fed = connection.feed(records.toByteArray(), 0, records.size());
        assertThat(connection.reading()).isFalse();
        // Twice the high-water mark, each exceeded by at most one read.
        assertThat(fed).isLessThan(2 * (options.highWater() + (64 << 10)));
        connection.takes(offered -> offered);
        connection.feedAll(records.toByteArray(), fed, records.size() - fed);
        await(connection, peer, "x".repeat(64 * 16_000));
        assertThat(witness.received()).hasSize(64 * 16_000);
    }

    @Test
    void aSessionThatPausesStopsTheConnection() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        connection.await("the session is open", witness.opened::isDone);
        Connection plain = RecordingEcho.await(witness.opened);
        plain.execute(plain::pause);
        connection.step();
        assertThat(connection.reading()).isFalse();
        plain.execute(plain::resume);
        connection.step();
        assertThat(connection.reading()).isTrue();
        byte[] hello = peer.say("hello");
        connection.feedAll(hello, 0, hello.length);
        await(connection, peer, "hello");
    }

    @Test
    void nothingIsReadWhileATaskRuns() throws SSLException {
        Deque<Runnable> tasks = new ArrayDeque<>();
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection =
                engine.open(TlsServer.of(SERVER, TlsOptions.DEFAULT.withTasks(tasks::add), witness));
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands(flight -> {
            assertThat(connection.reading()).isTrue();
            connection.feedAll(flight, 0, flight.length);
            connection.step();
            for (Runnable task; (task = tasks.poll()) != null; ) {
                assertThat(connection.reading()).isFalse();
                task.run();
                connection.step();
            }
            assertThat(connection.reading()).isTrue();
        });
        connection.await("the session is open", witness.opened::isDone);
    }

    @Test
    void aSessionThatThrowsSendsNoCloseNotify() throws SSLException {
        IllegalStateException planted = new IllegalStateException("planted");
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        RecordingEcho.await(witness.opened).execute(() -> {
            throw planted;
        });
        connection.await("it is closed", connection::closed);
        assertThat(peer.heardEnd()).isFalse();
        assertThat(witness.cause()).isEqualTo(planted);
    }

    @Test
    void whoeverIsCutOffHearsNoCloseNotifyEither() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        byte[] hello = peer.say("hello");
        connection.feedAll(hello, 0, hello.length);
        connection.end();
        connection.await("it is closed", connection::closed);
        assertThat(witness.cause()).isInstanceOf(TlsTruncatedException.class);
        assertThat(peer.heard()).isEqualTo("hello");
        assertThat(peer.heardEnd()).isFalse();
    }

    /** Close while a peer that does not read blocks what was written: the linger expires, and then nothing waits for the peer any more. */
    @Test
    void aCloseThatDropsBytesIsAReset() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        connection.takes(offered -> 0);
        Connection plain = RecordingEcho.await(witness.opened);
        plain.execute(() -> {
            plain.write(ByteBuffer.allocate(1_000_000));
            plain.close();
        });
        connection.step();
        connection.elapse(Options.DEFAULT.linger().toNanos());
        // The inner session's timer arrives as a task of the connection below, and that as a task of the inner session.
        connection.step();
        connection.step();
        assertThat(connection.aborted()).isTrue();
        assertThat(peer.heardEnd()).isFalse();
        assertThat(witness.cause()).isNull();
    }

    /** From another thread, while both layers are full: the abort waits for neither of them. */
    @Test
    void anAbortDropsWhatWaitsInBothLayers() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        connection.takes(offered -> 0);
        Connection plain = RecordingEcho.await(witness.opened);
        plain.send(ByteBuffer.allocate(1_000_000));
        connection.step();
        plain.abort();
        connection.step();
        assertThat(connection.aborted()).isTrue();
        assertThat(witness.cause()).isNull();
        assertThat(peer.heard()).isEmpty();
        plain.abort();
    }

    /** The task that would close the inner connection waits behind bytes that its peer does not read. */
    @Test
    void aSenderAboveTheCapIsRefusedAtOnce() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection =
                engine.open(TlsServer.of(SERVER, IN_PLACE, witness), Options.DEFAULT.withCaps(1_000_000, 1_000_000));
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        connection.takes(offered -> 0);
        Connection plain = RecordingEcho.await(witness.opened);
        for (int count = 0; count < 11; count++) {
            plain.send(ByteBuffer.allocate(100_000));
        }
        connection.step();
        assertThat(connection.aborted()).isTrue();
        assertThat(witness.cause()).isInstanceOf(BacklogOverflowException.class);
    }

    @Test
    void aFatalAlertOfThePeerIsAnsweredWithAReset() {
        RecordingEcho witness = new RecordingEcho();
        TlsServer tls = TlsServer.of(SERVER, IN_PLACE, witness);
        InMemoryConnection connection = engine.open(tls);
        EnginePeer distrustful = new EnginePeer(new TestCertificates("another").context(), "TLSv1.3", connection);
        assertThatThrownBy(distrustful::shakeHands).hasCauseInstanceOf(SSLException.class);
        connection.takes(offered -> {
            throw new AssertionError("an alert is answered with " + offered + " bytes");
        });
        assertThatNoException().isThrownBy(() -> {
            byte[] alert = distrustful.say();
            connection.feedAll(alert, 0, alert.length);
        });
        assertThat(connection.aborted()).isTrue();
        assertThat(tls.stats().failed()).isOne();
    }

    /** The peer has a second to read our alert. */
    @Test
    void aPeerThatBreaksTheProtocolIsResetAfterItsAlert() {
        InMemoryConnection connection = open(new RecordingEcho());
        byte[] http = "GET / HTTP/1.1\r\n\r\n".getBytes(StandardCharsets.US_ASCII);
        connection.feedAll(http, 0, http.length);
        assertThat(connection.output()).isNotEmpty();
        assertThat(connection.outputEnded()).isTrue();
        connection.elapse(Duration.ofMillis(999).toNanos());
        assertThat(connection.closed()).isFalse();
        connection.elapse(Duration.ofMillis(1).toNanos());
        assertThat(connection.aborted()).isTrue();
    }

    /** One turn runs all waiting tasks. With a turn for each, tasks that post themselves again would multiply the turns. */
    @Test
    void tasksThatPostThemselvesAgainDoNotMultiplyTheTurns() throws SSLException {
        int all = 1_000;
        RecordingEcho witness = new RecordingEcho();
        AtomicInteger turns = new AtomicInteger();
        InMemoryConnection connection =
                engine.open(below -> TlsServer.of(SERVER, IN_PLACE, witness).open(countingTasks(below, turns)));
        new EnginePeer(CLIENT, "TLSv1.3", connection).shakeHands();
        Connection plain = RecordingEcho.await(witness.opened);
        connection.step();
        turns.set(0);
        AtomicInteger ran = new AtomicInteger();
        Runnable again = new Runnable() {
            @Override
            public void run() {
                if (ran.incrementAndGet() < all) {
                    plain.execute(this);
                }
            }
        };
        plain.execute(again);
        plain.execute(again);
        connection.await("all have run", () -> ran.get() >= all);
        assertThat(turns.get()).isLessThanOrEqualTo(all);
    }

    private static Connection countingTasks(Connection connection, AtomicInteger tasks) {
        return watched(connection, "execute", _ -> tasks.incrementAndGet());
    }

    /** Returns a view of {@code connection} that passes the arguments of one method to {@code witness} first. */
    private static Connection watched(Connection connection, String name, Consumer<Object[]> witness) {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (_, method, arguments) -> {
                    if (method.getName().equals(name)) {
                        witness.accept(arguments);
                    }
                    return method.invoke(connection, arguments);
                });
    }

    /** The JDK's ciphers are slow on other buffers. What does not wait for the rest of a record is given back, so both directions need few. */
    @Test
    void ciphertextIsInArraysThatAreUsedAgain() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        TlsServer server = TlsServer.of(SERVER, IN_PLACE, witness);
        assertThat(server.ciphertext().take(1).memory().hasArray()).isTrue();
        List<Integer> allocated = new ArrayList<>();
        server.ciphertext().allocateBy(size -> {
            allocated.add(size);
            return ByteBuffer.allocate(size);
        });
        List<Boolean> arrays = new ArrayList<>();
        InMemoryConnection connection = engine.open(below ->
                server.open(watched(below, "write", written -> arrays.add(((ByteBuffer) written[0]).hasArray()))));
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        String expected = "";
        for (int round = 0; round < 20; round++) {
            String text = "small " + "large".repeat(round % 2 * 10_000);
            byte[] records = peer.say(text);
            int half = records.length / 2;
            connection.feedAll(records, 0, half);
            connection.feedAll(records, half, records.length - half);
            expected += text;
            await(connection, peer, expected);
        }
        assertThat(peer.heard()).isEqualTo(expected);
        assertThat(arrays).isNotEmpty().doesNotContain(false);
        // For small records received, records to send, and large ones received; two at most at the same time.
        assertThat(allocated).contains(4 << 10, 32 << 10, 64 << 10).hasSizeLessThanOrEqualTo(4);
    }

    /** Both sides have sent close_notify, and the peer keeps the connection below open. */
    @Test
    void theConnectionBelowIsNotWaitedForForEver() throws SSLException {
        RecordingEcho witness = new RecordingEcho();
        InMemoryConnection connection = open(witness);
        EnginePeer peer = new EnginePeer(CLIENT, "TLSv1.3", connection);
        peer.shakeHands();
        connection.takes(offered -> 0);
        byte[] last = peer.say("x".repeat(10_000));
        connection.feedAll(last, 0, last.length);
        byte[] end = peer.end();
        connection.feedAll(end, 0, end.length);
        connection.elapse(Duration.ofMinutes(1).toNanos());
        // A slow reader gets its time.
        assertThat(connection.closed()).isFalse();
        connection.takes(offered -> offered);
        assertThat(peer.heard()).hasSize(10_000);
        assertThat(peer.heardEnd()).isTrue();
        connection.elapse(Duration.ofSeconds(2).toNanos());
        assertThat(connection.closed()).isTrue();
        assertThat(witness.cause()).isNull();
    }
}
