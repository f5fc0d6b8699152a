package dev.gearbox.lab.fork;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * All random choices of an experiment, derived from its seed: the same experiment makes the same choices, even if it is interrupted and resumed.
 */
public record Randomization(long seed) {
    /** Returns the seed of the arrivals of a block, the same for every arm. Never negative, for readable files. */
    public long arrivals(int fork, int block) {
        return mix(fork, block, 1) >>> 1;
    }

    /** Returns the seed of a slice that belongs to no block. */
    public long apart(int fork, int number) {
        return mix(fork, number, 3) >>> 1;
    }

    /** Returns the order of the arms in a block. Block 0 stands for the warm-up and the order of starting. */
    public <T> List<T> order(List<T> arms, int fork, int block) {
        List<T> order = new ArrayList<>(arms);
        Collections.shuffle(order, new Random(mix(fork, block, 2)));
        return order;
    }

    /** Steele and Lea's mixing function, so that neighbouring forks and blocks are uncorrelated. */
    private long mix(int fork, int block, int purpose) {
        long z = seed + 0x9E3779B97F4A7C15L * (((fork * 10_007L) + block) * 7L + purpose);
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }
}
