package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Usable;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/**
 * The blocks of a fork that are still to be measured: first the planned ones, then, at the end of the fork, a block in place of each one that does not
 * count, as long as there is spare time.
 * <pre>
 *   planned    1  2  3  4  5  6           3 and 5 were disturbed
 *   replaced                     7  8     7 too
 *                                   9     ... until six count or the spare time is spent
 * </pre>
 * Whether a block counts depends on {@link Usable} alone, never on what was measured. Replacements have numbers of their own, and so their own arrivals
 * and order of arms.
 *
 * <p>Blocks that only lack times or rates are replaced as long as more than half of the blocks have them: on a machine where fewer do, the spare time would
 * end before enough of them are found. For use by one thread.
 */
public final class BlockQueue {
    private final int announced;
    private final SpareTime spare;
    private final Deque<Integer> planned;
    private int last;
    private int measured;
    private int whole;
    private int forCosts;
    private int now;
    private Duration spent = Duration.ZERO;

    /** @param announced the number of blocks that should count; they have the numbers from 1 */
    BlockQueue(int announced, SpareTime spare) {
        this.announced = announced;
        this.spare = spare;
        this.last = announced;
        planned = new ArrayDeque<>(IntStream.rangeClosed(1, announced).boxed().toList());
    }

    /**
     * Creates the queue of a fork. With a single fork there is no verdict for which a block could be missing, so nothing is replaced.
     *
     * @param earlier what earlier launches of the fork have measured
     * @param spare pays for blocks beyond the planned ones
     */
    public static BlockQueue of(Experiment experiment, Evidence.Fork earlier, SpareTime spare) {
        boolean replaces = experiment.design().forks() > 1;
        BlockQueue queue =
                new BlockQueue(experiment.design().blocks(), replaces ? spare : new SpareTime(Duration.ZERO));
        earlier.blocks().forEach((block, slices) -> queue.earlier(block, Usable.of(slices.values(), experiment)));
        return queue;
    }

    /** Returns the number of the next block to measure; empty if the fork is over. */
    public OptionalInt next() {
        if (!planned.isEmpty()) {
            return OptionalInt.of(planned.getFirst());
        }
        return lacking() > 0 && spare.covers(each(Duration.ZERO)) ? OptionalInt.of(last + 1) : OptionalInt.empty();
    }

    /** Records that an earlier launch has measured a block. */
    void earlier(int block, Usable counts) {
        planned.remove(block);
        last = Math.max(last, block);
        measured++;
        if (counts != Usable.NOTHING) {
            forCosts++;
        }
        if (counts == Usable.ALL) {
            whole++;
        }
    }

    /** Records that a block was measured, for how much it counts and how long it took. */
    public void measured(int block, Usable counts, Duration took) {
        earlier(block, counts);
        now++;
        spent = spent.plus(took);
        if (block > announced) {
            spare.spend(took);
        }
    }

    /** Returns whether a block replaces another. */
    boolean replaces(int block) {
        return block > announced;
    }

    /** Returns how many blocks count, for all that can still be reached. */
    public int counting() {
        return 2 * whole >= measured ? whole : forCosts;
    }

    /** Returns how many blocks were measured, by all launches of the fork. */
    public int measured() {
        return measured;
    }

    /** Returns how many blocks this launch has measured. */
    public int now() {
        return now;
    }

    /** Returns the time of these blocks. */
    public Duration spent() {
        return spent;
    }

    /**
     * Estimates how many blocks are still to be measured.
     *
     * @param share the share of blocks that count
     * @param block how long a block takes if none was measured yet
     */
    public double expected(double share, Duration block) {
        double affordable = planned.size()
                + (double) spare.left().toNanos() / Math.max(1, each(block).toNanos());
        return Math.max(planned.size(), Math.min(lacking() / share, affordable));
    }

    private int lacking() {
        return Math.max(0, announced - counting());
    }

    private Duration each(Duration otherwise) {
        return now == 0 ? otherwise : spent.dividedBy(now);
    }
}
