package dev.gearbox.load;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.pause;
import static dev.gearbox.load.plan.Plans.ping;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.loop.SynchronizedStart;
import dev.gearbox.load.loop.TestClock;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Plans;
import dev.gearbox.load.plan.Schedule;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.plan.Step;
import dev.gearbox.load.report.ErrorKind;
import dev.gearbox.load.report.LoadReport;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(600)
class SlicedLoadTest {
    private static final long MILLI = 1_000_000;

    private static SlicePlan slice(long seed, long lead, long window) {
        return new SlicePlan(seed, Duration.ofMillis(lead), Duration.ofMillis(window), OptionalDouble.empty());
    }

    private static LoadReport run(SlicedLoad load, SlicePlan slice) throws InterruptedException {
        return load.run(slice, GeneratorListener.NONE);
    }

    private static SlicedLoad connect(LoadPlan plan) throws InterruptedException {
        return SlicedLoad.connect(plan, GeneratorListener.NONE);
    }

    static Arrivals[] loops() {
        return new Arrivals[] {new Arrivals.Closed(10), new Arrivals.Poisson(2_000, 10)};
    }

    /** In each pause of a second twenty users start, evenly: two in a tenth of it, however long the clock was stopped in between. */
    @ParameterizedTest
    @EnumSource(GeneratorCore.class)
    void theStaggeredStartGoesOnWhereItStood(GeneratorCore core) throws Exception {
        var time = TestClock.of(core);
        var script = Script.of(CONNECT, Step.Repeat.forever(send("hello"), ECHO, pause(1_000)));
        try (var server = new OneSelectorEcho(() -> {});
                var load = SlicedLoad.connect(
                        plan(server.port(), script, new Arrivals.Closed(20), 0, 1, 10_000),
                        core,
                        GeneratorListener.NONE,
                        time)) {
            for (int i = 0; i < 10; i++) {
                LoadReport report = run(load, slice(i, 0, 100));
                assertThat(report.errors()).isEmpty();
                assertThat(report.started()).as("slice %d", i).isEqualTo(2);
                time.jump(60_000);
            }
        }
    }

    @Test
    void pausesGoOnWhereTheyStood() throws Exception {
        var time = TestClock.real();
        var script =
                Script.of(CONNECT, Step.Repeat.forever(send("hello"), ECHO, pause(200), send("bye"), ECHO, pause(200)));
        try (var server = new OneSelectorEcho(() -> {});
                var load = SlicedLoad.connect(
                        plan(server.port(), script, new Arrivals.Closed(4), 0, 1, 10_000),
                        GeneratorCore.SHARED,
                        GeneratorListener.NONE,
                        time)) {
            long started = 0;
            long nanos = 0;
            for (int i = 0; i < 20; i++) {
                long before = System.nanoTime();
                started += run(load, slice(i, 0, 50)).started();
                nanos += System.nanoTime() - before;
                time.jump(60_000);
            }
            // At least one second of the users' time, on a busy machine more: one request at once and one after each
            // pause, minus the time of the answers. If the pauses ended at each beginning it would be 80.
            assertThat(started).isBetween(10L, 4 * (1 + nanos / 200_000_000));
        }
    }

    /** With constant pauses they would come in the order in which they began. */
    @Test
    void usersWithRandomPausesDoNotKeepTheirOrder() throws Exception {
        List<Integer> visits = Collections.synchronizedList(new ArrayList<>());
        var pause = new Step.Pause(Duration.ofMillis(50), Duration.ofMillis(950));
        var script = Script.of(CONNECT, Step.Repeat.forever(send("hello"), ECHO, pause));
        try (var server = new TalkServer(socket -> {
            byte[] hello = socket.getInputStream().readNBytes(5);
            while (hello.length == 5) {
                visits.add(socket.getPort());
                socket.getOutputStream().write(hello);
                hello = socket.getInputStream().readNBytes(5);
            }
        })) {
            assertThat(Plans.run(plan(server.port(), script, new Arrivals.Closed(20), 0, 2_000, 10_000))
                            .errors())
                    .isEmpty();
        }
        List<Integer> first = new ArrayList<>();
        List<Integer> second = new ArrayList<>();
        for (int user : visits) {
            (first.contains(user) ? second : first).add(user);
        }
        List<Integer> returned = second.stream().distinct().toList();
        first.retainAll(returned);
        assertThat(returned).hasSizeGreaterThan(10).isNotEqualTo(first);
    }

    @ParameterizedTest
    @MethodSource("loops")
    void timeoutsDoNotRunWhileItStands(Arrivals arrivals) throws Exception {
        var time = TestClock.real();
        var asked = new AtomicInteger();
        // The first request of each connection is answered, the second never.
        TalkServer.Talk talk = socket -> {
            socket.getOutputStream().write(socket.getInputStream().readNBytes(64));
            asked.incrementAndGet();
            socket.getInputStream().readNBytes(Integer.MAX_VALUE);
        };
        try (var server = new TalkServer(talk);
                var load = SlicedLoad.connect(
                        plan(server.port(), ping(64), arrivals, 0, 1, 20_000),
                        GeneratorCore.SHARED,
                        GeneratorListener.NONE,
                        time)) {
            LoadReport first = run(load, slice(1, 0, 300));
            assertThat(first.censored()).isGreaterThanOrEqualTo(10);
            time.jump(60_000);
            LoadReport second = run(load, slice(2, 0, 50));
            assertThat(second.errors()).isEmpty();
            assertThat(second.answered()).isZero();
            if (arrivals instanceof Arrivals.Closed) {
                assertThat(second.started()).isZero();
                assertThat(second.censored()).as("told in the first slice").isZero();
            } else {
                assertThat(second.censored()).isEqualTo(second.started());
            }
        }
    }

    @Test
    void theSeedOfASliceIsItsSchedule() throws Exception {
        var arrivals = new Arrivals.Poisson(2_000, 4);
        try (var server = new OneSelectorEcho(() -> {});
                var load = connect(plan(server.port(), ping(64), arrivals, 0, 1, 10_000))) {
            for (long seed : new long[] {1, 2, 1, 3, 2}) {
                LoadReport report = run(load, slice(seed, 40, 160));
                assertThat(report.errors()).isEmpty();
                assertThat(report.started()).isEqualTo(scheduled(arrivals, seed, 40, 200));
                assertThat(report.response().count()).isEqualTo(report.started());
                assertThat(report.connWait().count()).isEqualTo(report.started());
            }
            var faster = new Arrivals.Poisson(5_000, 4);
            LoadReport report = run(
                    load, new SlicePlan(7, Duration.ofMillis(40), Duration.ofMillis(160), OptionalDouble.of(5_000)));
            assertThat(report.started()).isEqualTo(scheduled(faster, 7, 40, 200));
            assertThat(report.offeredPerSecond()).isEqualTo(report.started() / 0.16);
            assertThat(run(load, slice(1, 40, 160)).started()).isEqualTo(scheduled(arrivals, 1, 40, 200));
        }
    }

    private static long scheduled(Arrivals arrivals, long seed, long from, long to) {
        return Arrays.stream(Schedule.times(arrivals, seed, 10_000))
                .filter(time -> time >= from * MILLI && time < to * MILLI)
                .count();
    }

    @ParameterizedTest
    @MethodSource("loops")
    void severalServersTakeTurnsAndEachIsAskedWhatItsSlicesSay(Arrivals arrivals) throws Exception {
        int arms = 3;
        List<AtomicInteger> asked = new ArrayList<>();
        List<AutoCloseable> open = new ArrayList<>();
        List<SlicedLoad> loads = new ArrayList<>();
        long[] started = new long[arms];
        try {
            for (int arm = 0; arm < arms; arm++) {
                var count = new AtomicInteger();
                asked.add(count);
                var server = new OneSelectorEcho(count::incrementAndGet);
                open.addFirst(server);
                loads.add(connect(plan(server.port(), ping(64), arrivals, 0, 1, 10_000)));
                open.addFirst(loads.getLast());
            }
            for (int i = 0; i < 12; i++) {
                int arm = (i * 5 + i / 3) % arms;
                LoadReport report = run(loads.get(arm), slice(i, 0, 60));
                assertThat(report.errors()).isEmpty();
                assertThat(report.censored()).isZero();
                assertThat(report.connections()).isEqualTo(10);
                assertThat(report.started()).isPositive();
                started[arm] += report.started();
                for (int other = 0; other < arms; other++) {
                    assertThat(asked.get(other)).hasValue((int) started[other]);
                }
            }
        } finally {
            for (AutoCloseable closed : open) {
                closed.close();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("loops")
    void aConnectionThatIsClosedBetweenSlicesIsAnErrorOfTheNext(Arrivals arrivals) throws Exception {
        TalkServer.Talk echo = socket -> socket.getInputStream().transferTo(socket.getOutputStream());
        try (var server = new TalkServer(echo);
                var load = connect(plan(server.port(), ping(64), arrivals, 0, 1, 10_000))) {
            assertThat(load.connections()).isEqualTo(10);
            assertThat(load.asked()).isEqualTo(10);
            assertThat(run(load, slice(1, 0, 100)).errors()).isEmpty();
            server.closeConnections();
            LoadReport report = run(load, slice(2, 0, 400));
            assertThat(report.errors()).containsOnlyKeys(ErrorKind.UNEXPECTED_CLOSE);
            assertThat(report.errors(ErrorKind.UNEXPECTED_CLOSE).before()).isEqualTo(10);
            assertThat(report.errorsInWindow()).isZero();
            assertThat(report.connections()).as("they connect again").isEqualTo(10);
            assertThat(report.answered()).isPositive();
            assertThat(run(load, slice(3, 0, 50)).errors()).as("told once").isEmpty();
        }
    }

    @ParameterizedTest
    @MethodSource("loops")
    void thoseWhoConnectAnewKeepTheConnectionThatTheyHold(Arrivals arrivals) throws Exception {
        var accepted = new AtomicInteger();
        TalkServer.Talk echo = socket -> {
            accepted.incrementAndGet();
            socket.getInputStream().transferTo(socket.getOutputStream());
        };
        // Longer than a slice: hardly any conversation begins and ends in the same slice.
        var script = Script.of(CONNECT, send(64), ECHO, pause(150), send(64), ECHO, CLOSE);
        long connects = 0;
        long answered = 0;
        int slices = 0;
        try (var server = new TalkServer(echo);
                var load = connect(plan(server.port(), script, arrivals, 0, 1, 10_000))) {
            // A busy machine takes longer until it has answered most of what it should.
            for (; slices < 10 || (slices < 200 && (connects < 10 || answered <= connects)); slices++) {
                LoadReport report = load.run(
                        new SlicePlan(slices, Duration.ZERO, Duration.ofMillis(100), rate(arrivals)),
                        GeneratorListener.NONE);
                assertThat(report.errors()).isEmpty();
                connects += report.connects();
                answered += report.answered();
            }
        }
        // In a second at most seven conversations of each user, of two requests each.
        assertThat(connects).isBetween(10L, (long) accepted.get());
        assertThat(accepted.get()).isLessThanOrEqualTo(7 * slices);
        assertThat(answered).isGreaterThan(connects);
    }

    private static OptionalDouble rate(Arrivals arrivals) {
        return arrivals instanceof Arrivals.Closed ? OptionalDouble.empty() : OptionalDouble.of(50);
    }

    @Test
    void eachLossIsToldOnceAndInItsSlice() throws Exception {
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
        try (var server = new TalkServer(forgets);
                var load = connect(plan(server.port(), script, new Arrivals.Constant(1_000, 50), 0, 1, 60_000))) {
            long censored = 0;
            for (int i = 0; i < 3; i++) {
                LoadReport report = run(load, slice(i, 0, 401));
                assertThat(report.errors()).isEmpty();
                assertThat(report.started()).isEqualTo(400);
                assertThat(report.censored()).isEqualTo(4);
                assertThat(report.service().count()).isEqualTo(396);
                censored += report.censored();
                assertThat(report.waiting()).isEqualTo((int) censored);
            }
        }
    }

    @Test
    void errorsAreNotCarriedOver() throws Exception {
        var server = new OneSelectorEcho(() -> {});
        try (var load = connect(plan(server.port(), ping(64), new Arrivals.Closed(2), 0, 1, 10_000))) {
            assertThat(run(load, slice(1, 0, 30)).answered()).isPositive();
            server.close();
            LoadReport gone = run(load, slice(2, 0, 250));
            assertThat(gone.answered()).isZero();
            assertThat(gone.errors()).containsKeys(ErrorKind.UNEXPECTED_CLOSE, ErrorKind.REFUSED);
            assertThat(gone.connections()).isZero();
            assertThat(run(load, slice(3, 0, 250)).errors()).doesNotContainKey(ErrorKind.UNEXPECTED_CLOSE);
        }
    }

    @Test
    void aClosedLoopHasNoRate() throws Exception {
        try (var server = new OneSelectorEcho(() -> {});
                var load = connect(plan(server.port(), ping(64), new Arrivals.Closed(2), 0, 1, 10_000))) {
            var wrong = new SlicePlan(1, Duration.ZERO, Duration.ofMillis(50), OptionalDouble.of(10));
            assertThatThrownBy(() -> run(load, wrong))
                    .isInstanceOf(BadPlanException.class)
                    .hasMessageContaining("a closed loop has no rate");
            // It goes on: within 50 ms, or in a later slice on a busy machine.
            while (run(load, slice(1, 0, 50)).answered() == 0) {
                assertThat(load.connections()).isPositive();
            }
        }
    }

    @Test
    void anAppointmentIsNotKeptTooEarly() throws Exception {
        try (var server = new OneSelectorEcho(() -> {});
                var load = connect(plan(server.port(), ping(64), new Arrivals.Closed(2)))) {
            Instant at = Instant.now().plusMillis(100);
            var opened = new AtomicReference<>(Instant.EPOCH);
            LoadReport report =
                    load.run(slice(1, 50, 100), Optional.of(new SynchronizedStart(at)), new GeneratorListener() {
                        @Override
                        public void measuring() {
                            opened.set(Instant.now());
                        }
                    });
            // The window is announced a millisecond before it opens.
            assertThat(opened.get()).isAfter(at.plusMillis(48));
            assertThat(report.answered()).isPositive();
        }
    }

    /** The window stays where it was agreed: everything due by now is late, nothing is left out, and the report says so. */
    @Test
    void whoeverMissesAnAppointmentCatchesUp() throws Exception {
        var arrivals = new Arrivals.Poisson(2_000, 10);
        try (var server = new OneSelectorEcho(() -> {});
                var load = connect(plan(server.port(), ping(64), arrivals))) {
            Instant past = Instant.now().minusMillis(300);
            LoadReport report =
                    load.run(slice(3, 100, 400), Optional.of(new SynchronizedStart(past)), GeneratorListener.NONE);
            assertThat(report.errors()).isEmpty();
            assertThat(report.started())
                    .isGreaterThanOrEqualTo(Arrays.stream(arrivals.times(3, 2_000))
                            .filter(time -> time >= 100 * MILLI && time < 500 * MILLI)
                            .count());
            assertThat(report.reasons())
                    .anyMatch(reason -> reason.matches(
                            "began [0-9,.]+ ms after the agreed moment, allowed 50.0 ms \\(1 ms or half the lead\\)"));
        }
    }
}
