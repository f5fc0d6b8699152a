package dev.gearbox.load.loop;

import java.util.function.LongSupplier;

/**
 * A clock that a test can put forward. On a smooth one nobody is ever kept from his core unless the test says so: time between two
 * readings counts for 50 us at most, however busy the machine is. So a loop that spins on it has exactly the gaps that it is given.
 */
public final class TestClock implements LongSupplier {
    private final long most;
    private long last = System.nanoTime();
    private long time;
    private long jump;
    private Runnable meanwhile = () -> {};

    private TestClock(long most) {
        this.most = most;
    }

    /** For a loop that spins: whoever sleeps sees no time pass. */
    public static TestClock smooth() {
        return new TestClock(50_000);
    }

    /** All time counts. */
    public static TestClock real() {
        return new TestClock(Long.MAX_VALUE);
    }

    /** As the loop on such a core needs it. */
    public static TestClock of(GeneratorCore core) {
        return core == GeneratorCore.OWN ? smooth() : real();
    }

    @Override
    public synchronized long getAsLong() {
        if (jump > 0) {
            meanwhile.run();
        }
        long now = System.nanoTime();
        time += Math.min(now - last, most) + jump;
        jump = 0;
        last = now;
        return time;
    }

    /** What others do in the time that a reader is away: it goes on when that is done. May not read this clock. */
    public synchronized void whileAway(Runnable task) {
        meanwhile = task;
    }

    /** The next reading is so much later: whoever reads was away for so long. */
    public synchronized void jump(long millis) {
        jump += millis * 1_000_000;
    }

    /** The time, without being a reader. */
    public synchronized long time() {
        return time;
    }
}
