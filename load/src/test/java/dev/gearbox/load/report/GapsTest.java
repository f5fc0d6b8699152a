package dev.gearbox.load.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.gearbox.load.loop.LoadClock;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The loop's clock and the gaps that it finds, in simulated time. */
class GapsTest {
    private static final long MICRO = 1_000;

    private final Gaps gaps = new Gaps(true);
    private long time = 5_000_000_000L;
    private final LoadClock clock = new LoadClock(() -> time, gaps, 0);

    private long read(long micros) {
        time += micros * MICRO;
        return clock.now();
    }

    /** The loop's next two rounds after a gap; the first may have begun in it. */
    private void catchUp() {
        gaps.round(read(10), true);
        gaps.round(read(10), true);
    }

    @Test
    void theClockStandsStillBetweenSlices() {
        assertThat(clock.now()).isZero();
        assertThat(read(1_000_000)).isZero();
        clock.go();
        assertThat(read(7)).isEqualTo(7 * MICRO);
        // The drain ran for 3 us after the window: that does not count as the users' time.
        read(3);
        clock.stand(7 * MICRO);
        assertThat(read(60_000_000)).isEqualTo(7 * MICRO);
        clock.go();
        assertThat(read(5)).isEqualTo(12 * MICRO);
        assertThat(gaps.isOpen()).as("standing still is no gap").isFalse();
    }

    @Test
    void longBetweenTwoReadingsIsAGap() {
        clock.go();
        read(100);
        assertThat(gaps.isOpen()).isFalse();
        read(101);
        assertThat(gaps.isOpen()).isTrue();
    }

    @Test
    void theLoopIsAwakeUntilAGapIsOver() {
        clock.go();
        read(100);
        assertThat(gaps.isClosing()).isFalse();
        read(500);
        assertThat(gaps.isClosing()).isTrue();
        catchUp();
        assertThat(gaps.isClosing()).isFalse();
        gaps.dryRun(read(10));
        assertThat(gaps.isOpen()).isTrue();
        assertThat(gaps.isClosing()).as("a rehearsal ends without the loop").isFalse();
    }

    @Test
    void aGapThatIsShortBesideTheAnswersMasksNothing() {
        clock.go();
        read(100);
        gaps.neglect(1_000 * MICRO);
        gaps.count(clock.now());
        long before = clock.now();
        read(900);
        assertThat(gaps.isOpen()).isTrue();
        assertThat(gaps.mask(before + 1)).isFalse();
        catchUp();
        assertThat(gaps.mask(before + 1)).isFalse();
        assertThat(gaps.mask(before + 1, before + 1)).isFalse();
        assertThat(gaps.away()).as("the loop was away all the same").isEqualTo(900 * MICRO);
        assertThat(gaps.neglected()).isEqualTo(920 * MICRO);
        read(50);
        before = clock.now();
        read(1_100);
        assertThat(gaps.mask(before + 1)).isTrue();
        catchUp();
        assertThat(gaps.mask(before + 1)).isTrue();
        assertThat(gaps.neglected()).as("until it was longer").isEqualTo(1_000 * MICRO);
        gaps.count(clock.now());
        assertThat(gaps.neglected()).isZero();
        gaps.dryRun(read(10));
        gaps.forget();
        assertThat(gaps.mask(clock.now())).as("a rehearsal masks everything").isTrue();
    }

    /** Two gaps without a round between them are one. */
    @Test
    void shortGapsAddUpUntilTheLoopHasCaughtUp() {
        clock.go();
        gaps.neglect(1_000 * MICRO);
        long before = clock.now();
        read(600);
        assertThat(gaps.mask(before + 1)).isFalse();
        read(600);
        assertThat(gaps.mask(before + 1)).isTrue();
    }

    /**
     * Answers of 100 ms at the median, and a generator that is away for a tenth of the time, for 1 ms at most: masking loses a large share of the requests
     * and neglecting hardly any, and what is measured is within 1 % of the answers' own times.
     */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5})
    void shortGapsDoNotDistortLongAnswers(long seed) {
        Recorder masked = simulated(seed, 0, new ArrayList<>());
        assertThat(LoadReport.share(masked.stalled(), masked.response())).isGreaterThan(0.1);
        List<Double> truth = new ArrayList<>();
        Recorder all = simulated(seed, 1_000 * MICRO, truth);
        assertThat(LoadReport.share(all.stalled(), all.response())).isLessThan(0.01);
        assertThat(all.response().count() + all.stalled().count()).isEqualTo(truth.size());
        truth.sort(null);
        for (double share : new double[] {0.5, 0.9, 0.99}) {
            double right = truth.get((int) Math.ceil(share * truth.size()) - 1);
            assertThat(all.response().quantile(share) / right).isCloseTo(1, within(0.01));
        }
        double mean = truth.stream().mapToDouble(Double::doubleValue).sum() / truth.size();
        assertThat(all.response().mean() / mean).isCloseTo(1, within(0.01));
    }

    private record Sent(long intended, long wrote, double answered) {}

    /** Returns what a generator records whose loop looks every 20 us; adds the answers' own times. */
    private Recorder simulated(long seed, long negligible, List<Double> truth) {
        var random = new SplittableRandom(seed);
        var of = new Gaps(true);
        var recorder = new Recorder(of, true);
        var simulated = new LoadClock(() -> time, of, 0);
        of.neglect(negligible);
        simulated.go();
        recorder.window(0, 10_000_000 * MICRO);
        recorder.open();
        var waiting = new PriorityQueue<Sent>(Comparator.comparingDouble(Sent::answered));
        long due = 0;
        for (long now = 0; due < 10_000_000 * MICRO || !waiting.isEmpty(); now = simulated.now()) {
            while (!waiting.isEmpty() && waiting.peek().answered() <= now) {
                Sent sent = waiting.remove();
                recorder.answered(sent.intended(), sent.wrote(), now, 1);
            }
            for (; due <= now && due < 10_000_000 * MICRO; due += 5_000 * MICRO) {
                double took = 100_000 * MICRO * Math.exp(0.5 * random.nextGaussian());
                truth.add(took);
                recorder.started(due, 1);
                waiting.add(new Sent(due, now, now + took));
            }
            if (of.isOpen()) {
                of.round(now, true);
            }
            time += 20 * MICRO;
            if (random.nextInt(250) == 0) {
                time += random.nextLong(100 * MICRO, 920 * MICRO);
            }
        }
        return recorder;
    }

    @Test
    void whatHasAReasonToTakeLongIsNoGap() {
        clock.go();
        clock.allow(300 * MICRO);
        read(400);
        assertThat(gaps.isOpen()).isFalse();
        read(101);
        assertThat(gaps.isOpen()).as("the reason holds once").isTrue();
    }

    @Test
    void sleepingIsNoGapButOversleepingIs() {
        clock.go();
        clock.sleepUntil(clock.now() + 5_000 * MICRO);
        read(5_100);
        assertThat(gaps.isOpen()).isFalse();
        clock.sleepUntil(clock.now() + 5_000 * MICRO);
        long late = read(5_101);
        assertThat(gaps.isOpen()).isTrue();
        catchUp();
        assertThat(gaps.mask(late - 101 * MICRO)).isTrue();
        assertThat(gaps.mask(late - 102 * MICRO)).as("it slept").isFalse();
    }

    /** Overdue when the gap began, written after it, answered when the loop had caught up: the loop's fault. */
    @Test
    void whatWasWrittenInAGapIsMasked() {
        clock.go();
        long before = read(90);
        long went = read(90);
        long back = read(2_000);
        assertThat(gaps.isOpen()).isTrue();
        catchUp();
        assertThat(gaps.isOpen()).isFalse();
        assertThat(gaps.mask(before)).isFalse();
        assertThat(gaps.mask(before, back))
                .as("written by the first reading after it")
                .isTrue();
        assertThat(gaps.mask(before, went)).as("kept from writing by it").isTrue();
        assertThat(gaps.mask(before, before))
                .as("under way before it: the server's")
                .isFalse();
        assertThat(gaps.mask(before, read(90))).as("written after it").isFalse();
        Gaps shown = new Gaps(false);
        shown.lost(went, back);
        assertThat(shown.mask(went, back)).as("on a shared core").isFalse();
    }

    @Test
    void fromItsBeginningUntilTheLoopHasCaughtUpEverythingIsMasked() {
        clock.go();
        long before = read(50);
        read(2_000);
        assertThat(gaps.mask(before - 1)).as("answered before it has caught up").isTrue();
        gaps.round(read(10), true);
        gaps.round(read(10), false);
        long stillBehind = read(10);
        gaps.round(stillBehind, false);
        assertThat(gaps.isOpen()).isTrue();
        long caughtUp = read(10);
        gaps.round(caughtUp, true);
        assertThat(gaps.isOpen()).isFalse();

        assertThat(gaps.mask(before - 1)).as("answered after it").isFalse();
        assertThat(gaps.mask(before)).isTrue();
        assertThat(gaps.mask(stillBehind)).isTrue();
        assertThat(gaps.mask(caughtUp)).isTrue();
        assertThat(gaps.mask(caughtUp + 1)).isFalse();
    }

    @Test
    void aRoundInWhichItHappenedDoesNotEndIt() {
        clock.go();
        read(2_000);
        gaps.round(read(1), true);
        assertThat(gaps.isOpen()).isTrue();
        read(2_000);
        gaps.round(read(1), true);
        assertThat(gaps.isOpen()).as("another one").isTrue();
        gaps.round(read(1), true);
        assertThat(gaps.isOpen()).isFalse();
    }

    @Test
    void severalStretchesAreKeptApart() {
        clock.go();
        long[] between = new long[3];
        for (int i = 0; i < 3; i++) {
            read(500);
            catchUp();
            between[i] = read(50);
            read(50);
        }
        for (long moment : between) {
            assertThat(gaps.mask(moment)).isFalse();
            assertThat(gaps.mask(moment - 100 * MICRO)).isTrue();
        }
        gaps.clear();
        assertThat(gaps.mask(between[1] - 100 * MICRO)).isFalse();
    }

    @Test
    void moreThanItCanKeepApartAreMaskedAllTheSame() {
        clock.go();
        long first = read(50);
        for (int i = 0; i < Gaps.MOST + 10; i++) {
            read(500);
            catchUp();
            read(50);
        }
        long last = clock.now();
        assertThat(gaps.mask(first - 1)).isFalse();
        assertThat(gaps.mask(first + 100 * MICRO)).isTrue();
        assertThat(gaps.mask(last - 200 * MICRO)).isTrue();
    }

    @Test
    void theTimeAwayIsCountedFromTheOpeningOfTheWindow() {
        clock.go();
        read(500);
        gaps.count(clock.now() - 200 * MICRO);
        assertThat(gaps.away()).as("the part of the gap in the window").isEqualTo(200 * MICRO);
        read(99);
        read(300);
        assertThat(gaps.away()).isEqualTo(500 * MICRO);
    }

    @Test
    void onASharedCoreNothingIsMaskedButTheTimeIsCounted() {
        var counted = new Gaps(false);
        counted.count(0);
        counted.lost(100, 900);
        assertThat(counted.mask(500)).isFalse();
        assertThat(counted.away()).isEqualTo(800);
    }
}
