package dev.gearbox.studies.echoserver.subjects;

/**
 * Computing that takes a wanted processor time: a loop of as many steps as that time holds when nothing interferes. Unlike a loop that ends at a time of the wall clock, it does
 * the same work on a thread that shares its core. The speed is measured once for each JVM, as the fastest of some batches after the compiler is done; on a core whose
 * frequency changes afterwards the time changes with it.
 */
final class FixedWork {
    private static final int BATCHES = 40;
    private static final long BATCH_NANOS = 2_000_000;
    private static final long FIRST_STEPS = 1_000;

    private final double stepsPerNano;

    private FixedWork(double stepsPerNano) {
        this.stepsPerNano = stepsPerNano;
    }

    private static final class Here {
        static final FixedWork WORK = new FixedWork(measured());
    }

    /** Returns that of this machine; the first call takes about 0.1 s. */
    static FixedWork here() {
        return Here.WORK;
    }

    /** Returns one with a known speed. */
    static FixedWork of(double stepsPerNano) {
        return new FixedWork(stepsPerNano);
    }

    private static double measured() {
        long steps = FIRST_STEPS;
        double fastest = 0;
        for (int batch = 0; batch < BATCHES; batch++) {
            long begun = System.nanoTime();
            require(step(steps));
            long took = Math.max(1, System.nanoTime() - begun);
            double speed = (double) steps / took;
            fastest = Math.max(fastest, speed);
            steps = Math.max(FIRST_STEPS, (long) (speed * BATCH_NANOS));
        }
        return fastest;
    }

    /** Returns the number of steps in that time. */
    long steps(double nanos) {
        return Math.round(nanos * stepsPerNano);
    }

    /** Computes for that processor time. */
    void computeNanos(double nanos) {
        require(step(steps(nanos)));
    }

    /** Uses a result, so that the compiler keeps the loop that made it. */
    private static void require(long state) {
        if (state == 0) {
            throw new IllegalStateException("xorshift has reached 0, which it never does");
        }
    }

    /** Marsaglia's xorshift: each step needs the result of the one before it. */
    static long step(long steps) {
        long state = 0x9E3779B97F4A7C15L;
        for (long i = 0; i < steps; i++) {
            state ^= state << 13;
            state ^= state >>> 7;
            state ^= state << 17;
        }
        return state;
    }
}
