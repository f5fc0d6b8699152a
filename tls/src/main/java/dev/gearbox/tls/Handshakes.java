package dev.gearbox.tls;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** Counts handshakes that are under way, completed, failed and refused. Thread-safe. */
final class Handshakes {
    private final int atOnce;
    private final AtomicInteger underWay = new AtomicInteger();
    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder refused = new LongAdder();

    Handshakes(int atOnce) {
        this.atOnce = atOnce;
    }

    /** Registers one more handshake, if the limit allows it; returns whether it may begin. */
    boolean begin() {
        if (underWay.incrementAndGet() > atOnce) {
            underWay.decrementAndGet();
            refused.increment();
            return false;
        }
        return true;
    }

    /** Registers the end of a handshake. */
    void end(boolean complete) {
        underWay.decrementAndGet();
        (complete ? completed : failed).increment();
    }

    TlsStats stats() {
        return new TlsStats(underWay.get(), completed.sum(), failed.sum(), refused.sum());
    }
}
