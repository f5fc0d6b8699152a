package dev.gearbox.advise.measure;

import dev.gearbox.advise.calibration.Range;

/** Where the thread at the other end runs: two threads on one processor wake each other without an interrupt, but wait for each other. */
enum ThreadPlace {
    TOGETHER,
    APART;

    interface Measurement {
        Range run(ThreadPlace place) throws Exception;
    }

    /** Puts the calling thread there. */
    void enter() {
        switch (this) {
            case TOGETHER -> Affinity.server();
            case APART -> Affinity.client();
        }
    }

    /** Measures in both places. The best estimate is the geometric mean: the scheduler may choose either. */
    static Range both(Measurement measurement) throws Exception {
        try {
            Range one = measurement.run(TOGETHER);
            Range other = measurement.run(APART);
            return between(one, other, Math.sqrt(one.value() * other.value()));
        } finally {
            Affinity.any();
        }
    }

    static Range between(Range one, Range other, double value) {
        double low = Math.min(one.low(), other.low());
        double high = Math.max(one.high(), other.high());
        return new Range(low, Math.clamp(value, low, high), high);
    }
}
