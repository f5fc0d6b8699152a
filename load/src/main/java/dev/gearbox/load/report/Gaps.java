package dev.gearbox.load.report;

/**
 * The stretches in which the loop was kept from its core: preempted, stopped by its JVM or its host, woken late. A stretch is over when the
 * loop has caught up: it has looked at every connection once, and nothing is overdue that was due in the gap. What was meant to begin
 * in a stretch, was written or answered in one, describes the generator and not the server, and is told apart: it is masked.
 *
 * <p>Only the loop's own clock says what a gap is, never the time that an answer took, so a slow server is not excused.
 */
public final class Gaps {
    /** From so many nanoseconds on it is a gap. */
    public static final long LEAST = 100_000;

    /** More are not kept apart: the last one then reaches to the end of the newest. A slice with so many is not valid anyway. */
    static final int MOST = 1 << 12;

    private final boolean masking;
    private final long[] froms = new long[MOST];
    private final long[] tos = new long[MOST];
    private int count;

    private boolean open;
    private boolean held;
    private boolean fresh;
    private long from;
    private long begin;
    private long end;

    private long awaySince;
    private long away;

    /** None yet; whether what they touch is to be masked. */
    public Gaps(boolean masking) {
        this.masking = masking;
    }

    public boolean masking() {
        return masking;
    }

    /** The loop was away. */
    public void lost(long since, long until) {
        if (!open) {
            open = true;
            from = since;
        }
        begin = since;
        end = until;
        fresh = true;
        away += partAfter(awaySince);
    }

    /** How much of the newest gap is after a moment. */
    private long partAfter(long moment) {
        return end - moment <= 0 ? 0 : end - (begin - moment > 0 ? begin : moment);
    }

    /** Whether the loop has yet to catch up. */
    public boolean isOpen() {
        return open;
    }

    /** When the last gap ended. */
    public long end() {
        return end;
    }

    /** A round of the loop has ended, and whether nothing is left that was due by then. Counts only if it began after the gap. */
    public void round(long now, boolean nothingOverdue) {
        if (fresh) {
            fresh = false;
        } else if (nothingOverdue && !held) {
            close(now);
        }
    }

    private void close(long now) {
        open = false;
        if (count == MOST) {
            tos[count - 1] = now;
            return;
        }
        froms[count] = from;
        tos[count++] = now;
    }

    /** Whether a request that was meant for this moment, and is written or answered now, is masked. */
    boolean mask(long intended) {
        return masking && (open || covers(intended));
    }

    /**
     * Whether a request that is answered now is masked: also one that was meant to be earlier, and was written when the loop was back or, as far as
     * the loop knows, in the moment in which it went away. One that was under way before the gap and is answered after it is not.
     */
    boolean mask(long intended, long wrote) {
        return mask(intended) || (masking && covers(wrote));
    }

    private boolean covers(long moment) {
        for (int i = count - 1; i >= 0 && moment - tos[i] <= 0; i--) {
            if (moment - froms[i] >= 0) {
                return true;
            }
        }
        return false;
    }

    /** A stretch without a gap, so that masking is compiled before it is needed. */
    public void dryRun(long now) {
        if (!open) {
            open = true;
            from = now;
            begin = now;
            end = now;
        }
        held = true;
    }

    /** The rehearsed stretch ends when the loop has caught up. */
    public void endDryRun() {
        held = false;
    }

    /** Forgets the stretches that are over. */
    public void forget() {
        count = 0;
    }

    /** Begins anew: another slice has another time. */
    public void clear() {
        forget();
        open = false;
        held = false;
        fresh = false;
    }

    /** From now on it counts how long the loop was away. */
    public void count(long now) {
        awaySince = now;
        // It may have begun in a gap that is over already.
        away = open ? partAfter(now) : 0;
    }

    /** For how long the loop was away since {@link #count}. */
    public long away() {
        return away;
    }
}
