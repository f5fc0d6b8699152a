package dev.gearbox.load.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.OneSelectorEcho;
import dev.gearbox.load.SlicedLoad;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.loop.TestClock;
import dev.gearbox.load.report.Latencies;
import dev.gearbox.load.report.LoadReport;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A stall of the generator must not look like one of the server, and one of the server must not be excused. */
@Timeout(600)
class MaskingTest {
    private static final long MILLI = 1_000_000;

    /** Long enough that no scheduling delay of the echo can be mistaken for it. */
    private static final long STALL = 2_000;

    private static final SlicePlan SLICE =
            new SlicePlan(1, Duration.ofMillis(100), Duration.ofMillis(STALL + 600), OptionalDouble.empty());

    private final TestClock time = TestClock.smooth();

    static Arrivals[] loops() {
        return new Arrivals[] {new Arrivals.Poisson(1_000, 20), new Arrivals.Closed(3)};
    }

    private LoadReport run(int port, Arrivals arrivals, GeneratorCore core, GeneratorListener listener)
            throws Exception {
        return run(port, arrivals, core, listener, time);
    }

    private static LoadReport run(
            int port, Arrivals arrivals, GeneratorCore core, GeneratorListener listener, TestClock time)
            throws Exception {
        var script = arrivals instanceof Arrivals.Closed
                ? Script.of(Plans.CONNECT, Step.Repeat.forever(Plans.send(64), Plans.ECHO, Plans.pause(5)))
                : Plans.ping(64);
        var plan = Plans.plan(port, script, arrivals, 0, 1, 60_000);
        try (var load = SlicedLoad.connect(plan, core, GeneratorListener.NONE, time)) {
            LoadReport report = load.run(SLICE, listener);
            assertThat(report.errors()).isEmpty();
            assertThat(report.service().count() + report.censored())
                    .isEqualTo(report.response().count());
            assertThat(report.response().count() + report.stalled().count()).isEqualTo(report.started());
            return report;
        }
    }

    /** Stalls the generator when this many requests have been sent. */
    private static Runnable jumpAt(int request, TestClock time) {
        var asked = new AtomicInteger();
        return () -> {
            if (asked.incrementAndGet() == request) {
                time.jump(STALL);
            }
        };
    }

    @ParameterizedTest
    @MethodSource("loops")
    void aStallOfTheGeneratorIsApart(Arrivals arrivals) throws Exception {
        try (var server = new OneSelectorEcho(jumpAt(220, time))) {
            time.whileAway(server::settle);
            LoadReport report = run(server.port(), arrivals, GeneratorCore.OWN, GeneratorListener.NONE);
            assertThat(report.effort().masking()).isTrue();
            assertThat(report.effort().away()).isGreaterThan(0.6);
            for (Latencies headline : new Latencies[] {report.response(), report.service(), report.lag()}) {
                assertThat(headline.count()).isPositive();
                assertThat(headline.max()).isLessThan(STALL / 2 * MILLI);
            }
            assertThat(report.stalled().max()).isGreaterThan((STALL - 10) * MILLI);
            if (arrivals instanceof Arrivals.Poisson) {
                // Some 2,000 were due in the stall and 600 not: rates still have all of them.
                assertThat(report.masked()).isGreaterThan(0.6);
                assertThat(report.valid()).isFalse();
                assertThat(report.reasons()).anyMatch(reason -> reason.startsWith("its own stalls affected"));
                assertThat(report.lag().count() - report.response().count())
                        .as(
                                "no request is late because of the stall; at most one on each connection was pending when it began")
                        .isBetween(0L, 20L);
                assertThat(report.answered()).isGreaterThan(report.response().count());
            }
        }
    }

    @Test
    void onASharedCoreItStaysInTheFigures() throws Exception {
        LoadReport report = stalledOn(GeneratorCore.SHARED);
        // The next request is due a moment after the stall began: on a busy machine it may be a longer one.
        for (int again = 0; again < 3 && report.lag().max() <= (STALL - 10) * MILLI; again++) {
            report = stalledOn(GeneratorCore.SHARED);
        }
        assertThat(report.effort().masking()).isFalse();
        assertThat(report.stalled().count()).isZero();
        assertThat(report.masked()).isZero();
        assertThat(report.response().max()).isGreaterThan((STALL - 10) * MILLI);
        assertThat(report.lag().max()).isGreaterThan((STALL - 10) * MILLI);
        assertThat(report.reasons()).anyMatch(reason -> reason.startsWith("kept off its core"));
    }

    @Test
    void onAPreferredCoreItSleepsAndItsStallsAreApart() throws Exception {
        LoadReport report = stalledOn(GeneratorCore.PREFERRED);
        assertThat(report.effort().masking()).isTrue();
        assertThat(report.effort().asleep()).isPositive();
        assertThat(report.effort().away()).isGreaterThan(0.6);
        assertThat(report.stalled().max()).isGreaterThan((STALL - 10) * MILLI);
        assertThat(report.response().max()).isLessThan(STALL / 2 * MILLI);
        assertThat(report.valid()).isFalse();
    }

    private static LoadReport stalledOn(GeneratorCore core) throws Exception {
        var real = TestClock.real();
        try (var server = new OneSelectorEcho(jumpAt(220, real))) {
            real.whileAway(core == GeneratorCore.SHARED ? () -> {} : server::settle);
            return run(server.port(), new Arrivals.Poisson(1_000, 20), core, GeneratorListener.NONE, real);
        }
    }

    @ParameterizedTest
    @MethodSource("loops")
    void aStallOfTheServerIsNotExcused(Arrivals arrivals) throws Exception {
        var asked = new AtomicInteger();
        Runnable stall = () -> {
            if (asked.incrementAndGet() == 220) {
                long end = time.time() + STALL * MILLI;
                while (time.time() - end < 0) {
                    LockSupport.parkNanos(MILLI);
                }
            }
        };
        try (var server = new OneSelectorEcho(stall)) {
            LoadReport report = run(server.port(), arrivals, GeneratorCore.OWN, GeneratorListener.NONE);
            assertThat(report.response().max()).isGreaterThan((STALL - 10) * MILLI);
            assertThat(report.stalled().max()).isLessThan(STALL / 2 * MILLI);
            assertThat(report.masked()).isLessThan(0.05);
            assertThat(report.effort().away()).isLessThan(0.01);
        }
    }

    /** Each answer takes 150 ms and is read in a gap of 1 ms. When answers are immediate, that gap is long. */
    @Test
    void aStallThatIsShortBesideTheAnswersOfTheSliceBeforeIsNotApart() throws Exception {
        var slow = new AtomicBoolean(true);
        Runnable answers = () -> {
            long end = time.time() + (slow.get() ? 150 * MILLI : 0);
            while (time.time() - end < 0) {
                LockSupport.parkNanos(MILLI);
            }
            time.jump(1);
        };
        var slice = new SlicePlan(1, Duration.ofMillis(20), Duration.ofMillis(400), OptionalDouble.empty());
        try (var server = new OneSelectorEcho(answers);
                var load = SlicedLoad.connect(
                        Plans.plan(server.port(), Plans.ping(64), new Arrivals.Closed(1)),
                        GeneratorCore.OWN,
                        GeneratorListener.NONE,
                        time)) {
            time.whileAway(server::settle);
            LoadReport first = load.run(slice, GeneratorListener.NONE);
            assertThat(first.stalled().count()).isPositive();
            LoadReport second = load.run(slice, GeneratorListener.NONE);
            assertThat(second.stalled().count()).isZero();
            assertThat(second.response().count()).isPositive();
            assertThat(second.response().quantile(0.5)).isGreaterThan(150 * MILLI);
            assertThat(second.effort().away()).isPositive();
            assertThat(second.reasons()).noneMatch(reason -> reason.startsWith("stalls of up to"));
            slow.set(false);
            assertThat(load.run(slice, GeneratorListener.NONE).reasons())
                    .anyMatch(reason -> reason.startsWith("stalls of up to"));
        }
    }

    @Test
    void whatTheListenerTakesIsAGapHoweverShort() throws Exception {
        try (var server = new OneSelectorEcho(() -> {})) {
            var blocks = new GeneratorListener() {
                @Override
                public void measuring() {
                    time.jump(STALL);
                }
            };
            time.whileAway(server::settle);
            LoadReport report = run(server.port(), new Arrivals.Poisson(1_000, 20), GeneratorCore.OWN, blocks);
            assertThat(report.response().max()).isLessThan(STALL / 2 * MILLI);
            assertThat(report.stalled().max()).isGreaterThan((STALL - 10) * MILLI);
        }
    }

    /** Nothing is measured, and nothing is reported as measured. */
    @Test
    void aWindowThatWasSleptThroughIsNotValid() throws Exception {
        try (var server = new OneSelectorEcho(() -> {});
                var load = SlicedLoad.connect(
                        Plans.plan(server.port(), Plans.ping(64), new Arrivals.Closed(3)),
                        GeneratorCore.OWN,
                        GeneratorListener.NONE,
                        time)) {
            var sleeps = new GeneratorListener() {
                @Override
                public void measuring() {
                    time.jump(STALL);
                }
            };
            LoadReport report = load.run(
                    new SlicePlan(1, Duration.ofMillis(20), Duration.ofMillis(200), OptionalDouble.empty()), sleeps);
            assertThat(report.window()).isGreaterThan(Duration.ofMillis(STALL - 200));
            assertThat(report.effort().away()).isGreaterThan(0.9);
            assertThat(report.valid()).isFalse();
            assertThat(load.run(
                                    new SlicePlan(1, Duration.ZERO, Duration.ofMillis(100), OptionalDouble.empty()),
                                    GeneratorListener.NONE)
                            .answered())
                    .isPositive();
        }
    }
}
