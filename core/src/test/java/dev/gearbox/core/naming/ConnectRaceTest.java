package dev.gearbox.core.naming;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import java.lang.reflect.Proxy;
import java.net.ConnectException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketTimeoutException;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Which address is tried when, and what counts; the attempts are the test's. */
@Timeout(60)
class ConnectRaceTest {
    private static final Duration AGES = Duration.ofHours(1);
    private static final InetSocketAddress NAME = InetSocketAddress.createUnresolved("server.test", 7);

    private final List<String> calls = new ArrayList<>();
    private final List<Connection> sessions = new ArrayList<>();
    private final BlockingQueue<Attempt> attempts = new LinkedBlockingQueue<>();
    private final CompletableFuture<Connection> result = new CompletableFuture<>();

    private record Attempt(InetSocketAddress address, Protocol protocol, CompletableFuture<Connection> opened) {
        void fail(String why) {
            opened.completeExceptionally(new ConnectException(why));
        }
    }

    private static List<InetAddress> addresses(String... literals) {
        return Stream.of(literals).map(InetAddress::ofLiteral).toList();
    }

    private void start(Duration delay, Duration timeout, String... literals) {
        ConnectRace.start(
                _ -> CompletableFuture.completedFuture(addresses(literals)),
                delay,
                NAME,
                connection -> {
                    sessions.add(connection);
                    return in -> {};
                },
                this::attempt,
                timeout,
                result);
    }

    private CompletableFuture<Connection> attempt(InetSocketAddress address, Protocol protocol) {
        Attempt attempt = new Attempt(address, protocol, new CompletableFuture<>());
        attempts.add(attempt);
        return attempt.opened;
    }

    private Attempt next(String address) throws InterruptedException {
        Attempt attempt = attempts.take();
        assertThat(attempt.address.getAddress()).isEqualTo(InetAddress.ofLiteral(address));
        assertThat(attempt.address.getPort()).isEqualTo(7);
        return attempt;
    }

    /** A connection whose calls are recorded. */
    @SuppressWarnings("ReferenceEquality") // a proxy equals itself only
    private Connection connection() {
        return (Connection) Proxy.newProxyInstance(
                Connection.class.getClassLoader(), new Class<?>[] {Connection.class}, (self, method, arguments) -> {
                    if (method.getName().equals("equals")) {
                        return self == arguments[0];
                    }
                    calls.add(method.getName());
                    return null;
                });
    }

    /** The attempt connects: its protocol is opened, as by an engine. */
    private void connected(Attempt attempt) {
        Connection connection = connection();
        attempt.protocol.open(connection);
        attempt.opened.complete(connection);
    }

    @Test
    void theFamiliesTakeTurns() {
        assertThat(AddressOrder.alternating(addresses("::1", "::2", "::3", "10.0.0.1")))
                .isEqualTo(addresses("::1", "10.0.0.1", "::2", "::3"));
        assertThat(AddressOrder.alternating(addresses("10.0.0.1", "::1", "10.0.0.2", "::2")))
                .isEqualTo(addresses("10.0.0.1", "::1", "10.0.0.2", "::2"));
        assertThat(AddressOrder.alternating(addresses("10.0.0.1"))).isEqualTo(addresses("10.0.0.1"));
    }

    @Test
    void theNextAddressFollowsAFailureAtOnce() throws Exception {
        start(AGES, AGES, "::1", "10.0.0.1", "10.0.0.2");
        next("::1").fail("refused");
        next("10.0.0.1").fail("unreachable");
        connected(next("10.0.0.2"));
        assertThat(result.get()).isEqualTo(sessions.getFirst());
        assertThat(sessions).hasSize(1);
    }

    @Test
    void theFirstFailureIsReportedWithTheOthers() throws Exception {
        start(AGES, AGES, "::1", "10.0.0.1");
        next("::1").fail("refused");
        next("10.0.0.1").fail("unreachable");
        assertThatThrownBy(result::get)
                .isInstanceOf(ExecutionException.class)
                .cause()
                .isInstanceOf(ConnectException.class)
                .hasMessage("refused")
                .satisfies(first -> assertThat(first.getSuppressed())
                        .singleElement()
                        .satisfies(other -> assertThat(other).hasMessage("unreachable")));
    }

    /** An address that does not answer delays the next one, and may still win. */
    @Test
    void theNextAddressFollowsASilenceAndTheFirstToConnectWins() throws Exception {
        start(Duration.ofMillis(1), AGES, "::1", "10.0.0.1");
        Attempt silent = next("::1");
        Attempt other = next("10.0.0.1");
        connected(silent);
        assertThat(result.get()).isEqualTo(sessions.getFirst());
        assertThat(other.opened).isCancelled();
        // An engine that has connected before it notices.
        other.protocol.open(connection());
        assertThat(calls).containsExactly("close");
        assertThat(sessions).hasSize(1);
    }

    @Test
    void whatTheProtocolThrowsIsTheOutcome() throws Exception {
        ConnectRace.start(
                _ -> CompletableFuture.completedFuture(addresses("10.0.0.1", "10.0.0.2")),
                AGES,
                NAME,
                _ -> {
                    throw new IllegalStateException("on purpose");
                },
                this::attempt,
                AGES,
                result);
        Attempt first = attempts.take();
        assertThatThrownBy(() -> first.protocol.open(connection())).hasMessage("on purpose");
        first.opened.completeExceptionally(new IllegalStateException("on purpose"));
        assertThatThrownBy(result::get).hasRootCauseMessage("on purpose");
        assertThat(attempts).isEmpty();
    }

    @Test
    void aCancelledRaceOpensNothing() throws Exception {
        start(Duration.ofMillis(1), AGES, "::1", "10.0.0.1", "10.0.0.2");
        Attempt first = next("::1");
        result.cancel(true);
        assertThat(first.opened).isCancelled();
        assertThatThrownBy(result::join).isInstanceOf(CancellationException.class);
        first.protocol.open(connection());
        assertThat(calls).containsExactly("close");
        assertThat(sessions).isEmpty();
    }

    @Test
    void oneTimeoutForAll() throws Exception {
        start(AGES, Duration.ofSeconds(1), "::1", "10.0.0.1");
        Attempt first = next("::1");
        assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS))
                .cause()
                .isInstanceOf(SocketTimeoutException.class)
                .hasMessage("no connection to server.test:7 within PT1S");
        assertThat(first.opened).isCancelled();
    }

    /** The lookup counts too. */
    @Test
    void aSlowLookupMeetsTheTimeout() {
        ConnectRace.start(
                _ -> new CompletableFuture<>(), AGES, NAME, _ -> in -> {}, this::attempt, Duration.ofMillis(1), result);
        assertThatThrownBy(() -> result.get(60, TimeUnit.SECONDS)).cause().isInstanceOf(SocketTimeoutException.class);
        assertThat(attempts).isEmpty();
    }

    @Test
    void aNameWithoutAddress() {
        ConnectRace.start(
                _ -> CompletableFuture.failedFuture(new UnknownHostException("whatever the system says")),
                AGES,
                NAME,
                _ -> in -> {},
                this::attempt,
                AGES,
                result);
        assertThatThrownBy(result::get)
                .cause()
                .isInstanceOf(UnknownHostException.class)
                .hasMessage("no such host: server.test");
    }
}
