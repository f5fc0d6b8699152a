package dev.gearbox.load.loop;

import dev.gearbox.load.report.Gaps;
import java.util.function.LongSupplier;

/**
 * The clock shared by a loop and its users. It stops between slices, so that pauses, timeouts and the staggered start continue where they left off. Each
 * reading also shows that the loop is running: too long between two readings is a {@link Gaps gap}.
 */
public final class LoadClock {
    private final LongSupplier source;
    private final Gaps gaps;
    private final long writeCost;
    private long behind;
    private boolean stands = true;
    private long stood;
    private long last;
    private long allowed;

    /**
     * Creates a stopped clock at zero.
     *
     * @param source monotonic nanoseconds
     * @param writeCost by how many nanoseconds a write may exceed the length of a gap without being one
     */
    public LoadClock(LongSupplier source, Gaps gaps, long writeCost) {
        this.source = source;
        this.gaps = gaps;
        this.writeCost = writeCost;
    }

    /** Returns nanoseconds; compare by difference. */
    public long now() {
        if (stands) {
            return stood;
        }
        long now = source.getAsLong() - behind;
        if (now - last > Gaps.LEAST + allowed) {
            gaps.lost(last, now);
        }
        last = now;
        allowed = 0;
        return now;
    }

    /** Announces that an operation took up to this long: the time until the next reading is not a gap because of it. */
    public void allow(long nanos) {
        allowed += nanos;
    }

    /** Announces that many writes: each may have taken {@code writeCost} longer without being a gap. */
    void wrote(int count) {
        allowed += count * writeCost;
    }

    /** Announces that the loop sleeps, at the latest until this time. */
    public void sleepUntil(long due) {
        last = due;
    }

    /** Stops the clock at a moment that may lie slightly in the past: whatever has happened since counts as having happened at that moment. */
    public void stand(long moment) {
        stood = moment;
        stands = true;
    }

    /** Resumes from where it stopped. */
    public void go() {
        go(0);
    }

    /** Resumes as if it had been resumed that many nanoseconds ago. */
    public void go(long late) {
        behind = source.getAsLong() - late - stood;
        last = stood;
        stands = false;
    }
}
