package dev.gearbox.load.chain;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TurnLimiterTest {
    private static final long SECOND = 1_000_000_000;

    private final TurnLimiter limiter = new TurnLimiter();

    private int begun(long now) {
        int count = 0;
        while (limiter.permits(now)) {
            limiter.begins(now);
            count++;
        }
        return count;
    }

    @Test
    void usersWhoAreDueTogetherBeginOneAfterTheOther() {
        assertThat(begun(SECOND)).isEqualTo(TurnLimiter.BURST);
        assertThat(begun(SECOND + TurnLimiter.INTERVAL_NANOS - 1)).isZero();
        assertThat(begun(SECOND + TurnLimiter.INTERVAL_NANOS)).isEqualTo(1);
        assertThat(begun(SECOND + 4 * TurnLimiter.INTERVAL_NANOS)).isEqualTo(3);
    }

    @Test
    void aLoopThatLooksSeldomBringsTheWholeRate() {
        begun(SECOND);
        int count = 0;
        long step = 7 * TurnLimiter.INTERVAL_NANOS + 1_000;
        for (long now = SECOND + step; now <= 2 * SECOND; now += step) {
            count += begun(now);
        }
        assertThat(count).isBetween(24_970, 25_000);
    }

    @Test
    void aLongPauseAllowsNoMoreThanTheBurst() {
        begun(SECOND);
        assertThat(begun(100 * SECOND)).isEqualTo(TurnLimiter.BURST);
    }

    @Test
    void aClockThatIsSetBackDoesNotBlock() {
        begun(10 * SECOND);
        assertThat(limiter.permits(9 * SECOND)).isTrue();
        limiter.begins(9 * SECOND);
        assertThat(limiter.permits(9 * SECOND)).isFalse();
        assertThat(limiter.permits(9 * SECOND + TurnLimiter.INTERVAL_NANOS)).isTrue();
    }

    @Test
    void turnsThatBeginUnaskedDoNotDelayTheOthersForLong() {
        for (int turn = 0; turn < 1_000; turn++) {
            limiter.begins(SECOND);
        }
        assertThat(limiter.permits(SECOND)).isFalse();
        assertThat(limiter.permits(SECOND + TurnLimiter.INTERVAL_NANOS)).isTrue();
    }
}
