package dev.gearbox.load.chain;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.pause;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.engines.linux.uring.SocketRing;
import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.TalkServer;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Users who reconnect see the same with each generator: counts, bytes, errors. */
@Timeout(600)
class GeneratorsTest {
    private static final int SIZE = 64;
    private static final long WINDOW = 600;
    private static final long LONGEST_WINDOW = 60_000;
    /** With more answers than these, the user has continued after the error. */
    private static final long CONTINUED = 10;
    /** No answer takes so long on a busy machine, unless it never comes. */
    private static final long LONG = 10_000;
    /** For answers that never come: the window is longer. */
    private static final long OVERDUE = 1_000;

    private static final Script HELLO_BYE =
            Script.of(CONNECT, send("hello"), ECHO, pause(50), send("bye"), ECHO, CLOSE);
    private static final Script BUSY = Script.of(CONNECT, send(SIZE), ECHO, send(SIZE), ECHO, CLOSE);

    /** Each that this machine has. */
    static GeneratorKind[] kinds() {
        return SocketRing.absence().isEmpty()
                ? new GeneratorKind[] {GeneratorKind.SELECTOR, GeneratorKind.URING}
                : new GeneratorKind[] {GeneratorKind.SELECTOR};
    }

    private static SlicedLoad connect(GeneratorKind kind, LoadPlan plan) throws InterruptedException {
        return SlicedLoad.connect(plan, 0, GeneratorCore.SHARED, kind, GeneratorListener.NONE, System::nanoTime);
    }

    private static LoadReport slice(SlicedLoad load, long seed, long millis) throws InterruptedException {
        return load.run(
                new SlicePlan(seed, Duration.ZERO, Duration.ofMillis(millis), OptionalDouble.empty()),
                GeneratorListener.NONE);
    }

    private static LoadReport run(GeneratorKind kind, TalkServer.Talk talk, Script script, long timeout)
            throws IOException, InterruptedException {
        return run(kind, talk, script, timeout, WINDOW);
    }

    private static LoadReport run(GeneratorKind kind, TalkServer.Talk talk, Script script, long timeout, long window)
            throws IOException, InterruptedException {
        try (var server = new TalkServer(talk);
                var load = connect(kind, plan(server.port(), script, new Arrivals.Closed(1), 0, 1, timeout))) {
            return slice(load, 1, window);
        }
    }

    /** Echoes; the n-th request of all is answered otherwise: an even one is the second of its connection. */
    private static TalkServer.Talk changed(int nth, Change change) {
        var requests = new AtomicInteger();
        return socket -> {
            for (byte[] request = socket.getInputStream().readNBytes(SIZE);
                    request.length == SIZE;
                    request = socket.getInputStream().readNBytes(SIZE)) {
                if (requests.incrementAndGet() == nth) {
                    change.answer(socket, request);
                } else {
                    socket.getOutputStream().write(request);
                }
            }
        };
    }

    private interface Change {
        void answer(Socket socket, byte[] request) throws IOException;
    }

    /** The second request of the third connection is answered otherwise, after which a chain would have closed it and connected again. */
    private static void findsOne(GeneratorKind kind, Change change, long timeout, ErrorKind error, String example)
            throws IOException, InterruptedException {
        assertOne(runUntilContinued(kind, () -> changed(6, change), BUSY, timeout), error, example);
    }

    /** Doubles the window until the user has continued after the error, which takes longer on a busy machine. */
    private static LoadReport runUntilContinued(
            GeneratorKind kind, Supplier<TalkServer.Talk> talks, Script script, long timeout)
            throws IOException, InterruptedException {
        long window = timeout < LONG ? timeout + WINDOW : WINDOW;
        LoadReport report = run(kind, talks.get(), script, timeout, window);
        while (report.answered() <= CONTINUED && window < LONGEST_WINDOW) {
            window *= 2;
            report = run(kind, talks.get(), script, timeout, window);
        }
        return report;
    }

    private static void assertOne(LoadReport report, ErrorKind kind, String example) {
        assertThat(report.errors()).as("%s", report).containsOnlyKeys(kind);
        LoadReport.Errors errors = report.errors(kind);
        assertThat(errors.inWindow() + errors.before()).isOne();
        assertThat(errors.first()).containsPattern(example);
        assertThat(report.answered()).isGreaterThan(CONTINUED);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void inAClosedLoopEveryRequestIsCountedOnce(GeneratorKind kind) throws Exception {
        var asked = new AtomicInteger();
        int users = 20;
        try (var server = new OneSelectorEcho(asked::incrementAndGet);
                var load = connect(kind, plan(server.port(), HELLO_BYE, new Arrivals.Closed(users), 0, 1, 10_000))) {
            for (int seed = 0; seed < 5; seed++) {
                asked.set(0);
                LoadReport report = slice(load, seed, 300);
                assertThat(report.errors()).isEmpty();
                assertThat(report.effort().generator()).startsWith(kind.toString());
                assertThat(report.connects()).isPositive();
                assertThat(report.connect().count()).isEqualTo(report.connects());
                assertThat(report.service().count()).isEqualTo(report.started());
                assertThat(report.response().count()).isEqualTo(report.started());
                assertThat(report.answered()).isBetween(report.started() - users, report.started());
                // Chains go on when the window ends: one request for each user at most.
                assertThat((long) asked.get())
                        .isBetween(report.started(), report.started() + (kind == GeneratorKind.SELECTOR ? 0 : users));
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void inAnOpenLoopEveryArrivalIsAConversation(GeneratorKind kind) throws Exception {
        var asked = new AtomicInteger();
        Arrivals arrivals = new Arrivals.Poisson(400, 100);
        try (var server = new OneSelectorEcho(asked::incrementAndGet);
                var load = connect(kind, plan(server.port(), HELLO_BYE, arrivals, 0, 1, 10_000))) {
            for (int seed = 0; seed < 5; seed++) {
                LoadReport report = slice(load, seed, 300);
                assertThat(report.errors()).isEmpty();
                assertThat(report.service().count()).isEqualTo(report.started());
                // The first request of an arrival waits for its connection, which takes time.
                assertThat(report.connWait().max()).isPositive();
                assertThat(report.response().max())
                        .isGreaterThanOrEqualTo(report.connWait().max());
            }
            assertThat(asked.get()).isPositive();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void fewerUsersThanArrivalsReuseTheirConnections(GeneratorKind kind) throws Exception {
        Arrivals arrivals = new Arrivals.Poisson(400, 3);
        try (var server = new OneSelectorEcho(() -> {});
                var load = connect(kind, plan(server.port(), HELLO_BYE, arrivals, 0, 1, 10_000))) {
            LoadReport report = slice(load, 1, 300);
            assertThat(report.errors()).isEmpty();
            // Each of three takes 50 ms for an arrival: most wait for their turn.
            assertThat(report.answered()).isBetween(1L, 2 * 3 * 7L);
            assertThat(report.started()).isGreaterThan(report.answered());
            // They wait for each other, not for the generator.
            assertThat(report.lag().quantile(0.9)).isLessThan(report.connWait().quantile(0.9) / 2);
        }
    }

    /** Their clock is slow by a factor of twenty, so that the machine can make many more turns in its time than chains may. */
    @ParameterizedTest
    @MethodSource("kinds")
    void chainsBeginTheirTurnsAtALimitedRate(GeneratorKind kind) throws Exception {
        Script script = Script.of(CONNECT, send("hello"), ECHO, pause(1), send("bye"), ECHO, CLOSE);
        Duration window = Duration.ofMillis(50);
        long limit = TurnLimiter.BURST + window.toNanos() / TurnLimiter.INTERVAL_NANOS + 1;
        try (var server = new OneSelectorEcho(() -> {});
                var load = SlicedLoad.connect(
                        plan(server.port(), script, new Arrivals.Closed(1_000)),
                        0,
                        GeneratorCore.SHARED,
                        kind,
                        GeneratorListener.NONE,
                        () -> System.nanoTime() / 20)) {
            LoadReport report =
                    load.run(new SlicePlan(1, Duration.ZERO, window, OptionalDouble.empty()), GeneratorListener.NONE);
            assertThat(report.errors()).isEmpty();
            assertThat(report.connects()).isBetween(1L, kind == GeneratorKind.URING ? limit : Long.MAX_VALUE);
        }
    }

    /** A kernel that cannot bind in a chain chooses the source, which is one. */
    @ParameterizedTest
    @MethodSource("kinds")
    void connectionsComeFromManyAddresses(GeneratorKind kind) throws Exception {
        int users = 16;
        Set<InetAddress> sources = ConcurrentHashMap.newKeySet();
        TalkServer.Talk talk = socket -> {
            sources.add(socket.getInetAddress());
            socket.getInputStream().transferTo(socket.getOutputStream());
        };
        try (var server = new TalkServer(talk);
                var load = connect(kind, plan(server.port(), HELLO_BYE, new Arrivals.Closed(users), 0, 1, LONG))) {
            LoadReport report = slice(load, 1, WINDOW);
            while (report.connects() < users) {
                report = slice(load, 1, WINDOW);
            }
            boolean many = kind == GeneratorKind.SELECTOR || SocketRing.canBind();
            assertThat(sources).hasSize(many ? users : 1);
            assertThat(report.effort().sources()).isEqualTo(many ? users : 1);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void connectionsAreClosedInOrder(GeneratorKind kind) throws Exception {
        var ends = new AtomicInteger();
        var resets = new AtomicInteger();
        TalkServer.Talk talk = socket -> {
            try {
                for (byte[] request = socket.getInputStream().readNBytes(SIZE);
                        request.length == SIZE;
                        request = socket.getInputStream().readNBytes(SIZE)) {
                    socket.getOutputStream().write(request);
                }
                ends.incrementAndGet();
            } catch (IOException reset) {
                resets.incrementAndGet();
            }
        };
        LoadReport report = run(kind, talk, BUSY, 10_000);
        assertThat(report.errors()).isEmpty();
        // The end of the load cuts the connection of its only user, perhaps with an answer unread.
        assertThat(resets.get()).isLessThanOrEqualTo(1);
        assertThat((long) ends.get()).isGreaterThanOrEqualTo(report.connects() - 2);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aWrongByteIsFound(GeneratorKind kind) throws Exception {
        findsOne(
                kind,
                (socket, request) -> {
                    request[31] ^= 1;
                    socket.getOutputStream().write(request);
                },
                LONG,
                ErrorKind.WRONG_ECHO,
                "byte 32 of 64 is .*, not ");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aByteTooManyBeforeTheCloseIsFound(GeneratorKind kind) throws Exception {
        Supplier<TalkServer.Talk> talks = () -> {
            var first = new AtomicInteger();
            return socket -> {
                byte[] request = socket.getInputStream().readNBytes(SIZE);
                // In one segment: it has arrived when the answer has.
                socket.getOutputStream().write(Arrays.copyOf(request, first.getAndIncrement() == 0 ? SIZE + 1 : SIZE));
                socket.getInputStream().read();
            };
        };
        LoadReport report = runUntilContinued(kind, talks, Script.of(CONNECT, send(SIZE), ECHO, CLOSE), LONG);
        assertOne(report, ErrorKind.WRONG_ECHO, "bytes too many");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aByteLeftOutIsAWrongEcho(GeneratorKind kind) throws Exception {
        findsOne(
                kind,
                (socket, request) -> {
                    System.arraycopy(request, 21, request, 20, SIZE - 21);
                    socket.getOutputStream().write(request, 0, SIZE - 1);
                },
                OVERDUE,
                ErrorKind.WRONG_ECHO,
                "byte 2\\d of 64");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aMissingLastByteIsATimeout(GeneratorKind kind) throws Exception {
        findsOne(
                kind,
                (socket, request) -> socket.getOutputStream().write(request, 0, SIZE - 1),
                OVERDUE,
                ErrorKind.TIMEOUT,
                "63 of 64 bytes answered: nothing more came in time");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void noAnswerIsATimeout(GeneratorKind kind) throws Exception {
        findsOne(
                kind,
                (socket, request) -> {},
                OVERDUE,
                ErrorKind.TIMEOUT,
                "0 of 64 bytes answered: nothing more came in time");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aResetInTheMiddleOfAnAnswerIsAReset(GeneratorKind kind) throws Exception {
        findsOne(
                kind,
                (socket, request) -> {
                    socket.getOutputStream().write(request, 0, SIZE / 2);
                    socket.setSoLinger(true, 0);
                    socket.close();
                },
                LONG,
                ErrorKind.RESET,
                " of 64 bytes answered: ");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aResetInsteadOfAnAnswerIsAReset(GeneratorKind kind) throws Exception {
        findsOne(
                kind,
                (socket, request) -> {
                    socket.setSoLinger(true, 0);
                    socket.close();
                },
                LONG,
                ErrorKind.RESET,
                "0 of 64 bytes answered: ");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void anEarlyCloseIsUnexpected(GeneratorKind kind) throws Exception {
        findsOne(
                kind,
                (socket, request) -> {
                    socket.getOutputStream().write(request, 0, SIZE / 2);
                    socket.close();
                },
                LONG,
                ErrorKind.UNEXPECTED_CLOSE,
                "32 of 64 bytes answered: the peer closed the connection");
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aCloseInAPauseIsUnexpected(GeneratorKind kind) throws Exception {
        var first = new AtomicInteger();
        TalkServer.Talk talk = socket -> {
            socket.getOutputStream().write(socket.getInputStream().readNBytes(5));
            if (first.getAndIncrement() > 0) {
                socket.getOutputStream().write(socket.getInputStream().readNBytes(3));
                socket.getInputStream().read();
            }
        };
        var script = Script.of(CONNECT, send("hello"), ECHO, pause(5), send("bye"), ECHO, CLOSE);
        LoadReport report = run(kind, talk, script, 10_000);
        // A selector sees the end in the pause; a chain meets it, or the reset that answers its request.
        assertThat(report.errors())
                .isNotEmpty()
                .doesNotContainKeys(ErrorKind.WRONG_ECHO, ErrorKind.TIMEOUT, ErrorKind.OTHER);
        assertThat(report.errorsInWindow()).isOne();
        assertThat(report.answered()).isGreaterThan(10);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aRefusedConnectionIsRefused(GeneratorKind kind) throws Exception {
        int port;
        try (var closed = new ServerSocket(0, 1, InetAddress.ofLiteral("127.0.0.1"))) {
            port = closed.getLocalPort();
        }
        try (var load = connect(kind, plan(port, HELLO_BYE, new Arrivals.Closed(2), 0, 1, 10_000))) {
            LoadReport report = slice(load, 1, 300);
            assertThat(report.errors()).containsOnlyKeys(ErrorKind.REFUSED);
            assertThat(report.errors(ErrorKind.REFUSED).first()).contains("connecting: Connection refused");
            assertThat(report.errorsInWindow()).isGreaterThanOrEqualTo(2);
            assertThat(report.answered()).isZero();
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aServerThatNeverAnswersLeavesEveryRequestCensored(GeneratorKind kind) throws Exception {
        TalkServer.Talk talk = socket -> socket.getInputStream().readNBytes(Integer.MAX_VALUE);
        LoadReport report = run(kind, talk, HELLO_BYE, 2_000);
        assertThat(report.answered()).isZero();
        assertThat(report.started()).isOne();
        assertThat(report.censored()).isOne();
    }
}
