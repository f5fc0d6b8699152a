package dev.gearbox.load.loop;

import java.util.function.LongSupplier;

/**
 * A clock that a test can advance. A smooth clock has no gaps except those of the test: the time between two readings counts as 50 us at most, however
 * busy the machine is. So a spinning loop has exactly the gaps that the test creates.
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

    /** For a loop that spins; a sleeping thread sees no time pass. */
    public static TestClock smooth() {
        return new TestClock(50_000);
    }

    /** Counts all time. */
    public static TestClock real() {
        return new TestClock(Long.MAX_VALUE);
    }

    /** Returns the clock that a loop on such a core needs. */
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

    /** Runs an action during a gap of the reader, which continues when the action is done. The action must not read this clock. */
    public synchronized void whileAway(Runnable task) {
        meanwhile = task;
    }

    /** Makes the next reading this much later, as if the reader had been off its core for that long. */
    public synchronized void jump(long millis) {
        jump += millis * 1_000_000;
    }

    /** Returns the time without counting as a reading. */
    public synchronized long time() {
        return time;
    }
}
