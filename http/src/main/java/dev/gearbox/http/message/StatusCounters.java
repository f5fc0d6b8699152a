package dev.gearbox.http.message;

import dev.gearbox.http.HttpStats;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.Stream;

/** Counts responses by the class of their status. Thread-safe. */
public final class StatusCounters {
    private static final int OTHERS = 6;

    /** By the first digit; the first one is not used. */
    private final LongAdder[] classes =
            Stream.generate(LongAdder::new).limit(OTHERS + 1).toArray(LongAdder[]::new);

    /** Counts a response; its status has three digits. */
    public void count(int status) {
        classes[Math.min(status / 100, OTHERS)].increment();
    }

    public HttpStats stats() {
        return new HttpStats(
                classes[1].sum(),
                classes[2].sum(),
                classes[3].sum(),
                classes[4].sum(),
                classes[5].sum(),
                classes[OTHERS].sum());
    }
}
