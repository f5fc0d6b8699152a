package dev.gearbox.load.plan;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.SEED;
import static dev.gearbox.load.plan.Plans.ping;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.run;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.Generator;
import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.TalkServer;
import dev.gearbox.load.report.Latencies;
import dev.gearbox.load.report.LoadReport;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class OpenLoopTest {
    private static final long MILLI = 1_000_000;

    static Arrivals[] schedules() {
        return new Arrivals[] {
            new Arrivals.Constant(2_000, 4), new Arrivals.Poisson(2_000, 4), new Arrivals.Poisson(500, 40)
        };
    }

    private static long scheduled(Arrivals arrivals, long from, long to) {
        return Arrays.stream(Schedule.times(arrivals, SEED, 10_000))
                .filter(time -> time >= from * MILLI && time < to * MILLI)
                .count();
    }

    private static long countAbove(Latencies latencies, long nanos) {
        var histogram = latencies.histogram();
        return histogram.getTotalCount() - histogram.getCountBetweenValues(0, nanos);
    }

    @ParameterizedTest
    @MethodSource("schedules")
    void whatIsScheduledIsWhatIsCounted(Arrivals arrivals) throws Exception {
        for (Script script : new Script[] {ping(64), Script.of(CONNECT, send(64), ECHO, CLOSE)}) {
            try (var server = new OneSelectorEcho(() -> {})) {
                LoadReport report = run(plan(server.port(), script, arrivals, 100, 400, 10_000));
                assertThat(report.errors()).isEmpty();
                assertThat(report.started()).isEqualTo(scheduled(arrivals, 100, 500));
                assertThat(report.offeredPerSecond()).isEqualTo(report.started() / 0.4);
                assertThat(report.response().count()).isEqualTo(report.started());
                assertThat(report.service().count() + report.censored()).isEqualTo(report.started());
                assertThat(report.lag().count())
                        .isGreaterThanOrEqualTo(report.service().count());
            }
        }
    }

    /** A stall of S at q of the requests' time must show S - (1-q)T at quantile q; any other disturbance only adds to it. */
    @Test
    void aStallShowsInTheResponseAndNotInTheService() throws Exception {
        long stall = 200;
        long window = 1_500;
        var arrivals = new Arrivals.Constant(2_000, 4);
        var answers = new AtomicInteger();
        Runnable once = () -> {
            if (answers.incrementAndGet() == 1_000) {
                try {
                    Thread.sleep(stall);
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        };
        try (var server = new OneSelectorEcho(once)) {
            LoadReport report = run(plan(server.port(), ping(64), arrivals, 100, window, 10_000));
            assertThat(report.errors()).isEmpty();
            for (double quantile : new double[] {0.9, 0.95, 0.99, 0.999}) {
                double predicted = stall - (1 - quantile) * window;
                // Three digits of the histogram, and the request that is being stalled.
                assertThat(report.response().quantile(quantile) / 1e6)
                        .as("quantile %s", quantile)
                        .isGreaterThan(predicted * 0.99 - 1);
            }
            // In the service time only the four pending requests show it: that is what a closed loop would have
            // seen.
            long many = countAbove(report.response(), stall / 2 * MILLI);
            assertThat(many).isGreaterThan(190);
            assertThat(countAbove(report.service(), stall / 2 * MILLI)).isLessThan(many / 4);
        }
    }

    @Test
    void aStallOfTheGeneratorIsLagAndSaidSo() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            // Enough connections that most are free when it begins, however slow the server is on a busy machine.
            var plan = plan(server.port(), ping(64), new Arrivals.Constant(2_000, 500), 100, 600, 10_000);
            LoadReport report = Generator.run(plan, ClosedLoopTest.stallAfterMeasuring(200));
            assertThat(report.errors()).isEmpty();
            // 400 were due in that time, half of them more than 100 ms before its end.
            assertThat(countAbove(report.response(), 100 * MILLI)).isGreaterThan(190);
            assertThat(report.lag().max()).isGreaterThan(150 * MILLI);
            assertThat(report.valid()).isFalse();
            assertThat(report.reasons()).isNotEmpty();
            assertThat(report.started()).as("it catches up").isEqualTo(1_200);
        }
    }

    @Test
    void waitingForABusyConnectionIsPartOfTheResponse() throws Exception {
        // One connection, ten milliseconds for each answer, an arrival every two: the last waits for some 80 % of the
        // window.
        TalkServer.Talk slow = socket -> {
            for (byte[] request = socket.getInputStream().readNBytes(64);
                    request.length == 64;
                    request = socket.getInputStream().readNBytes(64)) {
                long end = System.nanoTime() + 10 * MILLI;
                while (System.nanoTime() - end < 0) {
                    Thread.onSpinWait();
                }
                socket.getOutputStream().write(request);
            }
        };
        try (var server = new TalkServer(slow)) {
            LoadReport report = run(plan(server.port(), ping(64), new Arrivals.Constant(500, 1), 0, 300, 1_000));
            assertThat(report.errors()).isEmpty();
            assertThat(report.started()).isEqualTo(149);
            assertThat(report.response().count()).isEqualTo(149);
            assertThat(report.response().quantile(0.5))
                    .isGreaterThan(10 * report.service().quantile(0) / 2);
            assertThat(report.response().max()).isGreaterThan(240 * MILLI);
            // 149 answers would need 1.49 s; window and grace have 1.3: the rest is recorded with its age.
            assertThat(report.censored()).isPositive();
            assertThat(report.service().count() + report.censored()).isEqualTo(149);
            long answered = report.service().count();
            assertThat(report.connWait().count())
                    .as("and the one that is being answered")
                    .isBetween(answered, answered + 1);
            assertThat(report.connWait().max()).isGreaterThan(240 * MILLI);
            assertThat(report.lag().max()).isLessThan(report.connWait().max());
        }
    }

    @Test
    void requestsThatAreNeverAnsweredAreKeptAtTheirAge() throws Exception {
        // Every hundredth request falls silent; its connection is lost for the rest of the run.
        var asked = new AtomicInteger();
        TalkServer.Talk forgets = socket -> {
            for (byte[] request = socket.getInputStream().readNBytes(64);
                    request.length == 64;
                    request = socket.getInputStream().readNBytes(64)) {
                if (asked.incrementAndGet() % 100 == 0) {
                    socket.getInputStream().readNBytes(Integer.MAX_VALUE);
                    return;
                }
                socket.getOutputStream().write(request);
            }
        };
        var script = Script.of(CONNECT, send(64), ECHO, CLOSE);
        try (var server = new TalkServer(forgets)) {
            LoadReport report = run(plan(server.port(), script, new Arrivals.Constant(1_000, 50), 0, 1_000, 10_000));
            assertThat(report.errors()).isEmpty();
            assertThat(report.started()).isEqualTo(999);
            assertThat(report.censored()).isEqualTo(9);
            assertThat(report.waiting()).isEqualTo(9);
            assertThat(report.answered()).isLessThanOrEqualTo(990);
            assertThat(report.service().count()).isEqualTo(990);
            assertThat(report.response().quantile(0.995)).isGreaterThan(900 * MILLI);
        }
    }

    @Test
    void whatIsBeforeTheEndlessRepeatIsDoneOnceForEachConnection() throws Exception {
        var logins = new AtomicInteger();
        TalkServer.Talk talk = socket -> {
            logins.addAndGet(socket.getInputStream().readNBytes(5).length / 5);
            socket.getOutputStream().write('+');
            byte[] part = new byte[100];
            for (int n = socket.getInputStream().read(part);
                    n > 0;
                    n = socket.getInputStream().read(part)) {
                socket.getOutputStream().write(part, 0, n);
            }
        };
        var script = Script.of(
                CONNECT,
                send("login"),
                new Step.Expect(new Expectation.Text("+")),
                Step.Repeat.forever(Step.Repeat.times(3, send(8), ECHO)));
        try (var server = new TalkServer(talk)) {
            LoadReport report = run(plan(server.port(), script, new Arrivals.Constant(200, 7), 0, 300, 10_000));
            assertThat(report.errors()).isEmpty();
            assertThat(logins).hasValue(7);
            assertThat(report.offeredPerSecond()).isEqualTo(59 / 0.3);
            // Each arrival is three requests; the later ones of the last arrival may begin after the window.
            assertThat(report.started()).isBetween(3 * 59L - 30, 3 * 59L);
        }
    }
}
