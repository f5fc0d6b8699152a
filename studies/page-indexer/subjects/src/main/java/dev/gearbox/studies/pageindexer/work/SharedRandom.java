package dev.gearbox.studies.pageindexer.work;

import java.util.Random;

/**
 * Steps that draw from one generator which all threads of the process share: {@link Random} changes its seed by compare-and-set, so that threads which draw
 * at once fetch it from each other's caches and repeat what another one spoilt.
 */
final class SharedRandom implements StepLoop {
    private final Random shared = new Random(1);

    @Override
    public long run(long seed, long steps) {
        long value = seed;
        for (long step = 0; step < steps; step++) {
            value = value * 31 + shared.nextInt();
        }
        return value;
    }
}
