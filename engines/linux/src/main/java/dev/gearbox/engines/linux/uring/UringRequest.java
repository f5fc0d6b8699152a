package dev.gearbox.engines.linux.uring;

import java.util.concurrent.TimeUnit;

/**
 * A request that can be broken off, of which a requester has one under way at a time. The kernel does not find a request that it is just about to try again
 * (ENOENT), and only nudges one that another thread of its own is at (EALREADY): either may go on as if nothing had been said. So as long as it is
 * not answered, the cancel is asked again. On the loop's thread.
 */
public final class UringRequest {
    /** In the kind of a cancel's own answer, beside the kind of the request that it is about. */
    static final int CANCEL = 1 << 8;
    /** Until a cancel is asked again: by then the kernel has come round to the request. */
    private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    private final UringLoop loop;
    private final int id;
    private final int kind;
    private boolean underWay;
    private boolean cancelled;
    /** Cancels that are not answered. */
    private int cancels;

    UringRequest(UringLoop loop, int id, int kind) {
        this.loop = loop;
        this.id = id;
        this.kind = kind;
    }

    /** It is handed over next. */
    void begin() {
        underWay = true;
    }

    /** Whether it is not answered for good. */
    boolean isUnderWay() {
        return underWay;
    }

    /** Whether it was to be broken off. */
    boolean isCancelled() {
        return cancelled;
    }

    /** It was answered for good. */
    void end() {
        underWay = false;
        cancelled = false;
    }

    /** Breaks it off, if it is under way: it answers that it was, or what it has come to. */
    void cancel() {
        if (underWay && !cancelled) {
            cancelled = true;
            ask();
        }
    }

    private void ask() {
        cancels++;
        loop.cancel(id, kind, kind | CANCEL);
    }

    /** A cancel of it was answered. */
    void cancelAnswered(int result) {
        cancels--;
        if (result < 0 && cancelled) {
            loop.after(AGAIN, this::askAgain);
        }
    }

    private void askAgain() {
        if (cancelled && cancels == 0) {
            ask();
        }
    }

    /** Whether neither it nor a cancel of it is to be answered any more: so its requester's number may go to another. */
    boolean isOver() {
        return !underWay && cancels == 0;
    }
}
