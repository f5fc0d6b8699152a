package dev.gearbox.tls;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts handshakes that are under way, and their outcomes. Thread-safe. */
final class Handshakes {
    /** How a handshake ended. */
    enum Outcome {
        COMPLETED,
        FAILED,
        TIMED_OUT,
        /** Not started, because too many were under way. */
        REFUSED
    }

    private final int atOnce;
    private final AtomicInteger underWay = new AtomicInteger();
    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder timedOut = new LongAdder();
    private final LongAdder refused = new LongAdder();

    Handshakes(int atOnce) {
        this.atOnce = atOnce;
    }

    /** Registers one more handshake, if the limit allows it; returns whether it may begin. */
    boolean begin() {
        if (underWay.incrementAndGet() > atOnce) {
            underWay.decrementAndGet();
            return false;
        }
        return true;
    }

    /** Registers the end of a handshake, or one that did not begin. */
    void end(Outcome outcome) {
        if (outcome != Outcome.REFUSED) {
            underWay.decrementAndGet();
        }
        switch (outcome) {
            case COMPLETED -> completed.increment();
            case FAILED -> failed.increment();
            case TIMED_OUT -> timedOut.increment();
            case REFUSED -> refused.increment();
        }
    }

    TlsStats stats() {
        return new TlsStats(underWay.get(), completed.sum(), failed.sum(), timedOut.sum(), refused.sum());
    }
}
