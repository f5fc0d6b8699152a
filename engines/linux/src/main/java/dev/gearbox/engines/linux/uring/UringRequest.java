package dev.gearbox.engines.linux.uring;

import java.util.concurrent.TimeUnit;

/**
 * A request that can be cancelled; a requester has one of each in progress at a time. The kernel does not find a request that it is just about to retry
 * (ENOENT), and only signals one that a kernel worker is processing (EALREADY): either may go on as if it had not been cancelled. So the cancel is repeated
 * until the request has completed. Used on the loop's thread.
 */
public final class UringRequest {
    /** Added to a request's kind: the kind of the completion of its cancel. */
    static final int CANCEL = 1 << 8;
    /** The time until a cancel is repeated: by then the kernel has come round to the request. */
    private static final long AGAIN = TimeUnit.MILLISECONDS.toNanos(1);

    private final UringLoop loop;
    private final int id;
    private final int kind;
    private boolean underWay;
    private boolean cancelled;
    /** Cancels in progress. */
    private int cancels;

    UringRequest(UringLoop loop, int id, int kind) {
        this.loop = loop;
        this.id = id;
        this.kind = kind;
    }

    /** It will be submitted next. */
    void begin() {
        underWay = true;
    }

    /** Returns whether its final completion is outstanding. */
    boolean isUnderWay() {
        return underWay;
    }

    /** Returns whether a cancel was requested. */
    boolean isCancelled() {
        return cancelled;
    }

    /** It has completed for good. */
    void end() {
        underWay = false;
        cancelled = false;
    }

    /** Cancels it, if it is in progress: it completes as cancelled, or with its result. */
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

    /** A cancel of it has completed. */
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

    /** Returns whether neither it nor a cancel of it has an outstanding completion, so that the requester's number may be reused. */
    boolean isOver() {
        return !underWay && cancels == 0;
    }
}
