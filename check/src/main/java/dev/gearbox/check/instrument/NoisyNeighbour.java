package dev.gearbox.check.instrument;

import java.io.IOException;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/**
 * A program that uses the processor it is pinned to in bursts of 1 to 100 ms, for a share of the time, and walks through 2 MiB of memory meanwhile, so that it
 * also takes the caches. It ends when its input ends, and so with the check that started it.
 */
public final class NoisyNeighbour {
    private static final double SHORTEST = 1e6;
    private static final double LONGEST = 100e6;

    /** The mean of lengths whose logarithms are evenly distributed. */
    private static final double MEAN = (LONGEST - SHORTEST) / Math.log(LONGEST / SHORTEST);

    private static final int CACHE_LINE = 64;

    private final byte[] memory = new byte[2 << 20];
    private final double share;
    private final SplittableRandom random;
    private int at;

    private NoisyNeighbour(double share, long seed) {
        this.share = share;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Runs it.
     *
     * @param args the share of the time in which it runs, as a number between 0 and 1, and the seed of its bursts
     * @throws IOException if its input cannot be read
     */
    public static void main(String[] args) throws IOException {
        NoisyNeighbour neighbour = new NoisyNeighbour(Double.parseDouble(args[0]), Long.parseLong(args[1]));
        Thread.ofPlatform().daemon().start(neighbour::run);
        while (System.in.read() >= 0) {
            // Nothing is expected but the end.
        }
    }

    private void run() {
        while (true) {
            burst(Math.round(SHORTEST * Math.pow(LONGEST / SHORTEST, random.nextDouble())));
            double pause = MEAN * (1 - share) / share;
            LockSupport.parkNanos(Math.round(-Math.log(1 - random.nextDouble()) * pause));
        }
    }

    private void burst(long nanos) {
        long end = System.nanoTime() + nanos;
        while (System.nanoTime() - end < 0) {
            for (int line = 0; line < 512; line++) {
                at = (at + CACHE_LINE) & (memory.length - 1);
                memory[at]++;
            }
        }
    }
}
