package dev.gearbox.studies.pageindexer.work;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.model.Parameters;
import dev.gearbox.studies.pageindexer.fetch.FetchedPage;
import dev.gearbox.studies.pageindexer.fetch.PageWork;
import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Arithmetic that takes a given time alone on a core. The number of steps is calibrated once by the clock; from then on a page is a fixed number of steps,
 * whatever else runs, so its time shows how work stretches if threads outnumber cores, or contend. Each step depends on the previous one, and the last value
 * is the result, so that no compiler can shorten it.
 */
public final class Arithmetic implements PageWork {
    static final String NOTHING = "none";
    static final String RANDOM = "random";

    private static final int ROUNDS = 9;
    private static final long ROUND_NANOS = 20_000_000;
    private static final int BATCH = 10_000;

    private final StepLoop kind;
    private final long pace;
    private final Duration least;
    private final Duration most;

    /**
     * Creates work between two bounds, with state of its own on each thread.
     *
     * @param pace steps per millisecond, from {@link #calibrate}
     */
    public Arithmetic(long pace, Duration least, Duration most) {
        this(Arithmetic::xorshift, pace, least, most);
    }

    private Arithmetic(StepLoop kind, long pace, Duration least, Duration most) {
        this.kind = kind;
        this.pace = pace;
        this.least = least;
        this.most = most;
    }

    static Arithmetic of(Parameters parameters) {
        Duration least = parameters.time("least");
        Duration most = parameters.time("most");
        if (least.compareTo(most) > 0) {
            throw new BadSpecException("arithmetic: least is more than most. Swap them");
        }
        int given = parameters.integer("pace");
        StepLoop kind = parameters.word("shared").equals(RANDOM) ? new SharedRandom() : Arithmetic::xorshift;
        return new Arithmetic(kind, given > 0 ? given : calibrate(kind, System::nanoTime), least, most);
    }

    /**
     * Counts the steps per millisecond on this core: the maximum of several rounds, because disturbances only make a round slower. The first rounds
     * compile the loop.
     */
    public static long calibrate(LongSupplier nanos) {
        return calibrate(Arithmetic::xorshift, nanos);
    }

    private static long calibrate(StepLoop kind, LongSupplier nanos) {
        long best = 1;
        long value = 1;
        for (int round = 0; round < ROUNDS; round++) {
            long begun = nanos.getAsLong();
            long steps = 0;
            long took = 0;
            while (took < ROUND_NANOS) {
                value = kind.run(value, BATCH);
                steps += BATCH;
                took = nanos.getAsLong() - begun;
            }
            best = Math.max(best, steps * 1_000_000 / took);
        }
        // Uses the value, so that no compiler leaves the loop out.
        return value == Long.MIN_VALUE ? best + 1 : best;
    }

    /** Returns the steps per millisecond, to be passed to other processes so that they do the same work. */
    long pace() {
        return pace;
    }

    /** Returns the number of steps for a page, derived from its address, so that it is the same for every client. */
    public long steps(FetchedPage page) {
        long span = most.minus(least).toNanos();
        double share = ((page.address().getPath().hashCode() * 0x9E3779B97F4A7C15L) >>> 11) * 0x1p-53;
        return (long) ((least.toNanos() + share * span) * pace / 1e6);
    }

    @Override
    public long on(FetchedPage page) {
        return kind.run(page.body().length | 1, steps(page));
    }

    /** Marsaglia's xorshift, which has no closed form that a compiler would know. */
    private static long xorshift(long seed, long steps) {
        long value = seed;
        for (long step = 0; step < steps; step++) {
            value ^= value << 13;
            value ^= value >>> 7;
            value ^= value << 17;
        }
        return value;
    }
}
