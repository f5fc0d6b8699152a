package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.Generator;
import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.Shares;
import dev.gearbox.load.TalkServer;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Peers that send a little at a time and that read slowly: the rest of their messages stays where it should. */
@Timeout(600)
class SlowPeersTest {
    private static final int LONG_MESSAGE = 64 << 10;

    /** More than the sockets of both ends hold, if nothing is read. */
    private static final int MUCH = 16 << 20;

    private static final Duration NEVER = Duration.ofDays(1);
    private static final Script PING =
            Script.of(Plans.CONNECT, Step.Repeat.forever(Plans.send("ping"), Plans.ECHO, Plans.pause(5)));

    @Test
    void onlyThePortionIsSentUntilTheNextIsDue() throws Exception {
        AtomicInteger received = new AtomicInteger();
        try (TalkServer server = new TalkServer(socket -> {
            if (isAskedByTheFirstByte(socket, 's')) {
                received.incrementAndGet();
                while (socket.getInputStream().read() >= 0) {
                    received.incrementAndGet();
                }
            }
        })) {
            LoadReport report = run(server.port(), slow(sending(1, NEVER), "slow and long"));
            assertThat(beside(report).answered()).isZero();
            assertThat(report.answered()).isPositive();
        }
        assertThat(received).hasValue(1);
    }

    @Test
    void whatAPeerHasNotReadStaysAtTheServer() throws Exception {
        assertThat(isWrittenWhileRead(reading(4096, NEVER))).isFalse();
        boolean written = false;
        while (!written) {
            // Once is enough, unless the machine stops for a second.
            written = isWrittenWhileRead(Portions.NONE);
        }
    }

    private static boolean isWrittenWhileRead(Portions portions) throws Exception {
        AtomicBoolean written = new AtomicBoolean();
        try (TalkServer server = new TalkServer(socket -> {
            if (isAskedByTheFirstByte(socket, 's')) {
                socket.setSendBufferSize(LONG_MESSAGE);
                socket.getOutputStream().write(new byte[MUCH]);
                written.set(true);
                socket.getInputStream().read();
            }
        })) {
            Script asks = Script.of(
                    Plans.CONNECT, Plans.send("s"), new Step.Expect(new Expectation.Bytes(MUCH)), Plans.pause(1 << 20));
            run(server.port(), new Background("slow", 1, asks, portions));
        }
        return written.get();
    }

    @Test
    void slowPeersGetTheirWholeAnswersAndTheMeasuredOnesTheirs() throws Exception {
        Portions both = new Portions(
                Optional.of(new Portions.Portion(700, Duration.ofNanos(100_000))),
                Optional.of(new Portions.Portion(5000, Duration.ofNanos(100_000))));
        Script exchange = Script.of(Plans.CONNECT, Step.Repeat.forever(Plans.send(LONG_MESSAGE), Plans.ECHO));
        Script shortLived = Script.of(Plans.CONNECT, Plans.send(LONG_MESSAGE), Plans.ECHO, Plans.CLOSE);
        try (OneSelectorEcho echo = new OneSelectorEcho(() -> {})) {
            for (Script script : List.of(exchange, shortLived)) {
                LoadReport report = run(echo.port(), new Background("slow", 3, script, both));
                assertThat(report.errors()).isEmpty();
                assertThat(report.answered()).isPositive();
                assertThat(beside(report).answered()).isPositive();
            }
        }
    }

    @Test
    void everyProcessOfAGeneratorHasTheSameThrottle() {
        LoadPlan plan = plan(1, slow(reading(4096, NEVER), "slow"));
        LoadPlan half = Shares.of(
                        new LoadPlan(
                                plan.host(),
                                plan.port(),
                                plan.script(),
                                new Arrivals.Closed(4),
                                plan.warmUp(),
                                plan.measure(),
                                plan.timeout(),
                                plan.seed(),
                                plan.background().stream()
                                        .map(group -> group.of(2))
                                        .toList()),
                        2)
                .getFirst();
        assertThat(half.background()).containsExactly(slow(reading(4096, NEVER), "slow"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{}|background[0].portions: needs send, receive or both",
                "{\"send\":{\"bytes\":0,\"every\":\"1s\"}}|background[0].portions.send: bytes: 0 is out of range: 1 to 268435456",
                "{\"receive\":{\"bytes\":1,\"every\":\"0s\"}}|background[0].portions.receive: every: 0 s is out of range: above 0 to 365 days",
                "{\"read\":{\"bytes\":1,\"every\":\"1s\"}}|background[0].portions: unknown key \"read\". Known: receive, send",
            })
    void saysWhatIsWrong(String portions, String message) {
        assertThatThrownBy(() -> Background.listFromTree(
                        PlanJson.parse(
                                "[{\"name\":\"a\",\"users\":1,\"script\":[\"connect\"],\"portions\":" + portions + "}]",
                                "x"),
                        "background"))
                .isInstanceOf(BadPlanException.class)
                .hasMessage(message);
    }

    private static Portions sending(int bytes, Duration every) {
        return new Portions(Optional.of(new Portions.Portion(bytes, every)), Optional.empty());
    }

    private static Portions reading(int bytes, Duration every) {
        return new Portions(Optional.empty(), Optional.of(new Portions.Portion(bytes, every)));
    }

    private static Background slow(Portions portions, String text) {
        return new Background("slow", 1, Script.of(Plans.CONNECT, Plans.send(text), Plans.ECHO), portions);
    }

    /** Returns true for the slow peer; echoes for the measured ones, until they have gone. */
    private static boolean isAskedByTheFirstByte(Socket socket, char asked) throws IOException {
        int first = socket.getInputStream().read();
        if (first == asked) {
            return true;
        }
        if (first >= 0) {
            socket.getOutputStream().write(first);
            socket.getInputStream().transferTo(socket.getOutputStream());
        }
        return false;
    }

    private static LoadReport.BackgroundReport beside(LoadReport report) {
        return Objects.requireNonNull(report.background().get("slow"));
    }

    private static LoadPlan plan(int port, Background slow) {
        return new LoadPlan(
                "127.0.0.1",
                port,
                PING,
                new Arrivals.Closed(2),
                Duration.ofMillis(200),
                Duration.ofMillis(600),
                Duration.ofMinutes(5),
                1,
                List.of(slow));
    }

    private static LoadReport run(int port, Background slow) throws InterruptedException {
        LoadPlan plan = plan(port, slow);
        assertThat(LoadPlan.fromJson(plan.toJson())).isEqualTo(plan);
        return Generator.run(plan, GeneratorListener.NONE);
    }
}
