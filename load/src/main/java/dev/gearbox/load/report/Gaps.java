package dev.gearbox.load.report;

/**
 * The periods in which the loop did not run on its core: preempted, stopped by its JVM or its host, or woken late. A period ends when the loop has caught
 * up: it has polled every connection once, and nothing that was due in the gap is overdue. A request that was meant to begin in such a period, or was
 * written or answered in one, describes the generator and not the server; it is recorded separately ("masked").
 *
 * <p>Only the loop's own clock determines gaps, never the time that an answer took, so a slow server is not excused. Gaps that are short beside the
 * answers of the slice before are no reason to mask: no time is wrong by more than the gap.
 */
public final class Gaps {
    /** The minimum length of a gap, in nanoseconds. */
    public static final long LEAST = 100_000;

    /** The maximum number of separate gaps; beyond it the last one is extended to the end of the newest. A slice with that many is invalid anyway. */
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

    private long negligible;
    private long neglected;

    /** Creates an empty set; the argument says whether to mask the requests affected. */
    public Gaps(boolean masking) {
        this.masking = masking;
    }

    public boolean masking() {
        return masking;
    }

    /** Sets the length up to which gaps do not mask from now on, in nanoseconds. */
    public void neglect(long length) {
        negligible = length;
    }

    /** Returns the longest gap since {@link #count} that masked nothing, at most, in nanoseconds. */
    long neglected() {
        return neglected;
    }

    /** Records that the loop did not run. */
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

    /** Returns how much of the newest gap lies after a moment. */
    private long partAfter(long moment) {
        return end - moment <= 0 ? 0 : end - (begin - moment > 0 ? begin : moment);
    }

    /** Returns whether the loop has not caught up yet. */
    public boolean isOpen() {
        return open;
    }

    /** Returns whether a round in which nothing is overdue ends the newest gap. A loop that slept before it would prolong the gap by its sleep. */
    public boolean isClosing() {
        return open && !held;
    }

    /** Returns when the last gap ended. */
    public long end() {
        return end;
    }

    /** Called when a round of the loop has ended, with whether nothing is left that was due by then. Counts only if the round began after the gap. */
    public void round(long now, boolean nothingOverdue) {
        if (fresh) {
            fresh = false;
        } else if (nothingOverdue && !held) {
            close(now);
        }
    }

    private void close(long now) {
        open = false;
        neglected = Math.max(neglected, Math.min(now - from, negligible));
        if (now - from <= negligible) {
            return;
        }
        if (count == MOST) {
            tos[count - 1] = now;
            return;
        }
        froms[count] = from;
        tos[count++] = now;
    }

    /** Returns whether a request with this intended start that is written or answered now is masked. */
    boolean mask(long intended) {
        return masking && ((open && (held || end - from > negligible)) || covers(intended));
    }

    /**
     * Returns whether a request that is answered now is masked. This includes a request whose intended start was earlier and that was written when the
     * loop was back or, as far as the loop knows, at the moment at which the gap began. A request that was pending before the gap and is answered after it
     * is not masked.
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

    /** Begins a rehearsal without a gap, so that masking is compiled before it is needed. */
    public void dryRun(long now) {
        if (!open) {
            open = true;
            from = now;
            begin = now;
            end = now;
        }
        held = true;
    }

    /** Ends the rehearsal when the loop has caught up. */
    public void endDryRun() {
        held = false;
    }

    /** Removes the periods that are over. */
    public void forget() {
        count = 0;
    }

    /** Resets it for another slice, which has another time base. */
    public void clear() {
        forget();
        open = false;
        held = false;
        fresh = false;
    }

    /** Starts counting how long the loop did not run. */
    public void count(long now) {
        awaySince = now;
        neglected = 0;
        // The window may have begun in a gap that is already over.
        away = open ? partAfter(now) : 0;
    }

    /** Returns for how long the loop did not run since {@link #count}. */
    public long away() {
        return away;
    }
}
