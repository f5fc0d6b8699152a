package dev.gearbox.engines.auto.policy;

import static dev.gearbox.engines.auto.policy.PartRole.BLOCKING;
import static dev.gearbox.engines.auto.policy.PartRole.COMPUTING;
import static dev.gearbox.engines.auto.policy.PartRole.LARGE;
import static dev.gearbox.engines.auto.policy.PartRole.START;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What is decided on which signals. Two were recorded under the mixed workload; the others are constructed, at the edges of the thresholds. */
final class PolicyTest {
    private static final Routes ROUTES = new Routes("uring", "virtual", "threads", "epoll");
    private static final Policy POLICY = new Policy(ROUTES, Thresholds.DEFAULT);
    private static final long MS = 1_000_000;

    /** Twenty milliseconds in each of three callbacks of nine, in a second. */
    private static final ConnectionSignals SLOW =
            new ConnectionSignals(5_000, "peer", START, 1_000, 9, 900, 3, 60 * MS, 2 * MS, 0, 0, 99, .5, 0);

    /** Of a heavy connection of {@code mixed?millis=20&kind=block}, on epoll with 100 light ones. */
    private static final ConnectionSignals RECORDED_BLOCK = new ConnectionSignals(
            4_972, "/127.0.0.1:48068", START, 203, 3, 20, 2, 40_258_466, 139_029, 3, 0, 103, .8170, 561_636);

    /** The same for {@code kind=burn}. */
    private static final ConnectionSignals RECORDED_BURN = new ConnectionSignals(
            3_755, "/127.0.0.1:53450", START, 207, 3, 20, 2, 40_051_871, 36_207_178, 13, 0, 103, .7339, 411_746);

    private static ConnectionSignals with(
            ConnectionSignals signals, PartRole place, long slow, long slowNanos, long processorNanos) {
        return new ConnectionSignals(
                signals.atMillis(),
                signals.connection(),
                place,
                signals.windowMillis(),
                signals.callbacks(),
                signals.bytes(),
                slow,
                slowNanos,
                processorNanos,
                signals.calmMillis(),
                signals.calmCallbacks(),
                signals.others(),
                signals.utilisation(),
                signals.queueNanos());
    }

    private static ConnectionSignals calm(PartRole place, long calmMillis, long calmCallbacks) {
        return new ConnectionSignals(
                9_000, "peer", place, 1_000, 20, 2_000, 0, 0, 0, calmMillis, calmCallbacks, 3, -1, -1);
    }

    private static ConnectionSignals carrying(PartRole place, long windowMillis, long callbacks, long bytes) {
        return new ConnectionSignals(9_000, "peer", place, windowMillis, callbacks, bytes, 0, 0, 0, 0, 0, 0, .1, 0);
    }

    private static List<PartRole> decided(ConnectionSignals signals, ShiftHistory standing) {
        return POLICY.decide(signals, standing).map(ShiftDecision::to).stream().toList();
    }

    private static List<PartRole> decided(ConnectionSignals signals) {
        return decided(signals, ShiftHistory.NEW);
    }

    @Test
    void callbacks_that_wait_and_callbacks_that_compute_are_told_apart() {
        assertThat(decided(RECORDED_BLOCK)).containsExactly(BLOCKING);
        assertThat(decided(RECORDED_BURN)).containsExactly(COMPUTING);
        assertThat(decided(SLOW)).containsExactly(BLOCKING);
        assertThat(decided(with(SLOW, START, 3, 60 * MS, 58 * MS))).containsExactly(COMPUTING);
        assertThat(decided(with(SLOW, START, 3, 60 * MS, 30 * MS))).containsExactly(BLOCKING);
        assertThat(decided(with(SLOW, START, 3, 60 * MS, 30 * MS + 1))).containsExactly(COMPUTING);
        assertThat(decided(with(SLOW, START, 3, 60 * MS, -1)))
                .as("if the processor time is not known, it may have waited")
                .containsExactly(BLOCKING);
    }

    @Test
    void it_takes_as_many_as_the_thresholds_say_as_long_and_as_often() {
        assertThat(decided(with(SLOW, START, 2, 40 * MS, 0))).containsExactly(BLOCKING);
        assertThat(decided(with(SLOW, START, 1, 40 * MS, 0))).isEmpty();
        assertThat(decided(with(SLOW, START, 10, 20 * MS, 0)))
                .as("as long as allowed")
                .isEmpty();
        assertThat(decided(with(SLOW, START, 10, 20 * MS + 10, 0))).containsExactly(BLOCKING);
        assertThat(decided(with(SLOW, START, 2, 20 * MS, 0)))
                .as("the share allowed")
                .containsExactly(BLOCKING);
        assertThat(decided(with(SLOW, START, 2, 20 * MS - 1, 0))).isEmpty();
    }

    @Test
    void one_that_is_alone_keeps_nobody() {
        ConnectionSignals alone =
                new ConnectionSignals(5_000, "peer", START, 1_000, 9, 900, 3, 60 * MS, 2 * MS, 0, 0, 0, .5, 0);
        assertThat(decided(alone)).isEmpty();
    }

    @Test
    void it_comes_back_when_it_has_behaved_for_a_probation() {
        assertThat(decided(calm(BLOCKING, 2_000, 8))).containsExactly(START);
        assertThat(decided(calm(COMPUTING, 2_000, 8))).containsExactly(START);
        assertThat(decided(calm(BLOCKING, 1_999, 8))).isEmpty();
        assertThat(decided(calm(BLOCKING, 2_000, 7)))
                .as("it says nothing if it does nothing")
                .isEmpty();
        assertThat(decided(with(SLOW, BLOCKING, 3, 60 * MS, -1))).isEmpty();
    }

    @Test
    void every_relapse_doubles_the_probation() {
        Thresholds thresholds = Thresholds.DEFAULT;
        ShiftHistory standing = ShiftHistory.NEW.after(BLOCKING, 1_000, thresholds);
        assertThat(standing.probationMillis(thresholds)).isEqualTo(2_000);
        for (long expected = 4_000; expected <= 128_000; expected *= 2) {
            standing = standing.after(START, 10_000, thresholds).after(BLOCKING, 11_000, thresholds);
            assertThat(standing.probationMillis(thresholds)).isEqualTo(expected);
        }
        standing = standing.after(START, 10_000, thresholds).after(BLOCKING, 11_000, thresholds);
        assertThat(standing.probationMillis(thresholds)).as("at most").isEqualTo(128_000);
        assertThat(decided(calm(BLOCKING, 127_999, 999), standing)).isEmpty();
        assertThat(decided(calm(BLOCKING, 128_000, 999), standing)).containsExactly(START);
        ShiftHistory reformed =
                standing.after(START, 10_000, thresholds).after(BLOCKING, 10_000 + 1_280_000, thresholds);
        assertThat(reformed.probationMillis(thresholds)).as("long ago").isEqualTo(2_000);
    }

    @Test
    void much_in_each_wake_up_goes_where_that_is_cheaper_and_back_when_it_is_over() {
        long large = Thresholds.DEFAULT.largeBytes();
        assertThat(decided(carrying(START, 100, 64, 64 * large))).containsExactly(LARGE);
        assertThat(decided(carrying(START, 100, 8, 64 * large))).containsExactly(LARGE);
        assertThat(decided(carrying(START, 100, 7, 64 * large))).isEmpty();
        assertThat(decided(carrying(START, 100, 8, 64 * large - 1)))
                .as("not worth it yet")
                .isEmpty();
        assertThat(decided(carrying(START, 100, 65, 65 * large - 1)))
                .as("a lot, but little at a time")
                .isEmpty();
        assertThat(decided(carrying(LARGE, 2_000, 8, 2 * large - 8))).containsExactly(START);
        assertThat(decided(carrying(LARGE, 2_000, 8, 2 * large))).isEmpty();
        assertThat(decided(carrying(LARGE, 1_999, 8, 8))).isEmpty();
    }

    @Test
    void a_window_goes_on_where_more_of_the_same_is_awaited() {
        assertThat(POLICY.startsOver(carrying(START, 1_000, 8, 0))).isTrue();
        assertThat(POLICY.startsOver(carrying(START, 999, 8, 0))).isFalse();
        assertThat(POLICY.startsOver(carrying(START, 1_000, 7, 0))).isFalse();
        assertThat(POLICY.startsOver(carrying(START, 1_000, 8, 1 << 20)))
                .as("much at a time, and not yet enough")
                .isFalse();
        assertThat(POLICY.startsOver(carrying(LARGE, 1_000, 8, 8))).isFalse();
        assertThat(POLICY.startsOver(carrying(LARGE, 1_000, 8, 1 << 20))).isTrue();
    }

    @Test
    void nothing_is_shifted_to_where_it_is() {
        Policy here = new Policy(new Routes("epoll", "epoll", "threads", "epoll"), Thresholds.DEFAULT);
        assertThat(here.decide(SLOW, ShiftHistory.NEW)).isEmpty();
        assertThat(here.decide(carrying(START, 100, 8, 1 << 28), ShiftHistory.NEW))
                .isEmpty();
    }

    @Test
    void a_decision_says_what_was_seen_what_else_there_was_and_what_it_is_good_for() {
        ShiftDecision decision = POLICY.decide(SLOW, ShiftHistory.NEW).orElseThrow();
        assertThat(decision.signals()).isEqualTo(SLOW);
        assertThat(decision)
                .hasToString(
                        "peer: uring > virtual: its callbacks wait: 3 of 9 took 20.0 ms each, 3 % of it on the processor."
                                + " Expected: the 99 others of its engine do not wait for 6 % of the time any more."
                                + " Not: threads, which is for callbacks that compute");
    }

    @Test
    void the_budget_is_so_many_in_a_second() {
        ShiftRateLimiter budget = new ShiftRateLimiter(2);
        assertThat(budget.take(0)).isTrue();
        assertThat(budget.take(0)).isTrue();
        assertThat(budget.take(499)).isFalse();
        assertThat(budget.take(500)).isTrue();
        assertThat(budget.take(10_000)).isTrue();
        assertThat(budget.take(10_000)).isTrue();
        assertThat(budget.take(10_000)).as("unused shifts are not kept forever").isFalse();
    }

    @Test
    void a_replay_decides_once_for_each_stay() {
        ShiftHistory moved = new ShiftHistory(1, 0, -1);
        List<Replay.RecordedSample> samples = List.of(
                new Replay.RecordedSample(SLOW, ShiftHistory.NEW),
                new Replay.RecordedSample(SLOW, ShiftHistory.NEW),
                new Replay.RecordedSample(calm(BLOCKING, 1_000, 50), moved),
                new Replay.RecordedSample(calm(BLOCKING, 3_000, 50), moved),
                new Replay.RecordedSample(SLOW, new ShiftHistory(2, 0, 8_000)));
        assertThat(Replay.of(POLICY, samples)).extracting(ShiftDecision::to).containsExactly(BLOCKING, START, BLOCKING);
        Policy patient = new Policy(ROUTES, new Thresholds(50_000, 2, 2, 1 << 15, 2_000, 1_000));
        assertThat(Replay.of(patient, samples)).extracting(ShiftDecision::to).containsExactly(START);
        Policy strict = new Policy(ROUTES, new Thresholds(2_000, 2, 2, 1 << 15, 5_000, 1_000));
        assertThat(Replay.of(strict, samples)).extracting(ShiftDecision::to).containsExactly(BLOCKING, BLOCKING);
    }
}
