package dev.gearbox.load.schedule;

import dev.gearbox.load.plan.Program;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.simple.RandomSource;

/** Draws the lengths of the pauses of a {@link Program}. The same seed gives the same lengths, in the order in which users begin to pause. */
public final class PauseLengths {
    private final Program program;
    private final UniformRandomProvider random;

    /** Draws for this program, from this seed. */
    public PauseLengths(Program program, long seed) {
        this.program = program;
        random = RandomSource.XO_SHI_RO_256_PP.create(seed ^ 0x9A05E5L);
    }

    /** Returns the next length of the pause at a position of the program, in nanoseconds. */
    public long next(int pc) {
        long spread = program.spread(pc);
        return program.nanos(pc) + (spread == 0 ? 0 : random.nextLong(spread + 1));
    }
}
