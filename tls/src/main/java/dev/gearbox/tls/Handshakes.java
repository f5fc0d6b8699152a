package dev.gearbox.tls;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** How many handshakes are under way, and what became of the others. From any thread. */
final class Handshakes {
    private final int atOnce;
    private final AtomicInteger underWay = new AtomicInteger();
    private final LongAdder completed = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder refused = new LongAdder();

    Handshakes(int atOnce) {
        this.atOnce = atOnce;
    }

    /** Whether one more may begin; it has, then. */
    boolean begin() {
        if (underWay.incrementAndGet() > atOnce) {
            underWay.decrementAndGet();
            refused.increment();
            return false;
        }
        return true;
    }

    /** One of those that had begun is over. */
    void end(boolean complete) {
        underWay.decrementAndGet();
        (complete ? completed : failed).increment();
    }

    TlsStats stats() {
        return new TlsStats(underWay.get(), completed.sum(), failed.sum(), refused.sum());
    }
}
