package dev.gearbox.studies.fanoutgateway.events;

/**
 * What one consumer has done with its events: their number, and the sum of their mixed bits, which tells a set of events from another with as many. Used
 * by one thread at a time, and alone in its cache lines.
 */
public final class EventDigest {
    /** The first entries and the last keep the two between them apart from other objects. */
    private static final int COUNT = 16;

    private static final int DIGEST = 17;
    private static final int LENGTH = 34;

    private static final int HALF = 32;
    private static final long MULTIPLIER = 0xd6e8feb86659fd93L;

    private final int mixes;
    private final long[] padded = new long[LENGTH];

    /** What a consumer has handled. */
    record Handled(long count, long digest) {
        static final Handled NOTHING = new Handled(0, 0);

        Handled plus(Handled other) {
            return new Handled(count + other.count, digest + other.digest);
        }
    }

    /** @param mixes the work on an event, see {@link PipelineShape} */
    public EventDigest(int mixes) {
        this.mixes = mixes;
    }

    /** Does the work of a consumer on the event with that number. */
    public void handle(long number) {
        padded[DIGEST] += mixed(number);
        padded[COUNT]++;
    }

    private long mixed(long number) {
        long bits = number;
        for (int i = 0; i < mixes; i++) {
            bits = (bits ^ (bits >>> HALF)) * MULTIPLIER;
        }
        return bits;
    }

    /** Returns what has been handled since the last time, and starts again. */
    Handled taken() {
        Handled taken = new Handled(padded[COUNT], padded[DIGEST]);
        padded[COUNT] = 0;
        padded[DIGEST] = 0;
        return taken;
    }
}
