package dev.gearbox.origin;

/** Reproducible random decisions: what happens to a path depends only on the path and the seed. */
final class SeededChance {
    private static final long GOLDEN = 0x9e3779b97f4a7c15L;

    /** The kinds of decisions, which are independent of each other. */
    static final int CONTENT = 0;

    static final int DELAY = 1;
    static final int FAULT = 2;

    private SeededChance() {}

    /**
     * Returns pseudo-random bits.
     *
     * @param purpose {@link #CONTENT}, {@link #DELAY} or {@link #FAULT}
     */
    static long bits(String path, long seed, int purpose) {
        long hash = seed + purpose * GOLDEN;
        for (int index = 0; index < path.length(); index++) {
            hash = mix(hash ^ path.charAt(index));
        }
        return mix(hash + GOLDEN);
    }

    /** Returns a number from 0 to below 1. */
    static double share(String path, long seed, int purpose) {
        return (bits(path, seed, purpose) >>> 11) * 0x1.0p-53;
    }

    /** The finaliser of SplitMix64. */
    private static long mix(long value) {
        long mixed = (value ^ (value >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
