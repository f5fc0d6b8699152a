package dev.gearbox.load.loop;

import dev.gearbox.load.report.Gaps;
import java.util.function.LongSupplier;

/**
 * The one clock of a loop and its users. Between slices it stands still, so that pauses, timeouts and the staggered start go on where they
 * stood. And whoever reads it tells it that the loop is running: too long between two readings is a {@link Gaps gap}.
 */
public final class LoadClock {
    private final LongSupplier source;
    private final Gaps gaps;
    private long behind;
    private boolean stands = true;
    private long stood;
    private long last;
    private long allowed;

    /** Stands at zero; {@code source}: nanoseconds that only go forward. */
    public LoadClock(LongSupplier source, Gaps gaps) {
        this.source = source;
        this.gaps = gaps;
    }

    /** Nanoseconds; compared by difference. */
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

    /** Something was done that takes so long: until the next reading it is no gap. */
    public void allow(long nanos) {
        allowed += nanos;
    }

    /** The loop goes to sleep until then at the latest. */
    public void sleepUntil(long due) {
        last = due;
    }

    /** Stands still, at a moment that may be a little past: what has happened since then has happened at that moment. */
    public void stand(long moment) {
        stood = moment;
        stands = true;
    }

    /** Goes on from where it stands. */
    public void go() {
        go(0);
    }

    /** Goes on from where it stands, as if it had done so that many nanoseconds ago. */
    public void go(long late) {
        behind = source.getAsLong() - late - stood;
        last = stood;
        stands = false;
    }
}
