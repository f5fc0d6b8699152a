package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gearbox.stats.Spending;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The extent of a measurement, fixed before the first slice. A fork is a fresh JVM for every arm and a fresh generator; a
 * block is one slice of every arm in random order, under the same arrivals.
 *
 * @param effort its name for users: {@code quick}, {@code full}, {@code budget}
 * @param forks the maximum number of forks
 * @param blocks of each fork
 * @param leadSeconds unrecorded load before each window
 * @param windowSeconds the recorded window of a slice
 * @param warmSeconds the maximum time to warm an arm in each fork
 * @param margin what counts as no difference, as a share: 0.05 is within 5 %
 * @param confidence of the intervals, such as 0.95
 * @param looks numbers of forks at which the measurement may stop; the last is {@code forks}
 * @param sentinel whether a second copy of the baseline takes part as a live A/A control
 * @param objective the objective of the search for the highest sustainable rate in every fork; null: no search
 * @param spending how the error probability is spread over the looks; null: nearly all at the last one
 * @param spread which forks the spread of a comparison is estimated from; null: those of its own two arms
 */
public record Design(
        String effort,
        int forks,
        int blocks,
        double leadSeconds,
        double windowSeconds,
        double warmSeconds,
        double margin,
        double confidence,
        List<Integer> looks,
        boolean sentinel,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Objective objective,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Spending spending,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Spread spread) {
    /** Copies the list and validates the numbers. */
    public Design {
        looks = List.copyOf(looks);
        if (forks < 1 || blocks < 1 || windowSeconds <= 0 || leadSeconds < 0 || looks.isEmpty()) {
            throw new EvidenceException("a design needs forks, blocks, a window and a look: " + forks + ", " + blocks
                    + ", " + windowSeconds + " s, " + looks);
        }
        if (looks.getLast() != forks) {
            throw new EvidenceException("the last look is at " + looks.getLast() + " forks and there are " + forks);
        }
    }

    /** Creates a design whose comparisons each have their own spread. */
    public Design(
            String effort,
            int forks,
            int blocks,
            double leadSeconds,
            double windowSeconds,
            double warmSeconds,
            double margin,
            double confidence,
            List<Integer> looks,
            boolean sentinel,
            @Nullable Objective objective,
            @Nullable Spending spending) {
        this(
                effort,
                forks,
                blocks,
                leadSeconds,
                windowSeconds,
                warmSeconds,
                margin,
                confidence,
                looks,
                sentinel,
                objective,
                spending,
                null);
    }

    /** Creates a design without an objective. */
    public Design(
            String effort,
            int forks,
            int blocks,
            double leadSeconds,
            double windowSeconds,
            double warmSeconds,
            double margin,
            double confidence,
            List<Integer> looks,
            boolean sentinel) {
        this(
                effort,
                forks,
                blocks,
                leadSeconds,
                windowSeconds,
                warmSeconds,
                margin,
                confidence,
                looks,
                sentinel,
                null,
                null,
                null);
    }

    /** Returns the same design with another number of forks, and other looks. */
    public Design withForks(int number, List<Integer> otherLooks) {
        return with(effort, number, blocks, otherLooks, sentinel, objective, spending, spread);
    }

    /** Returns the same design under another name. */
    public Design named(String otherEffort) {
        return with(otherEffort, forks, blocks, looks, sentinel, objective, spending, spread);
    }

    /** Returns the same design with an objective. */
    public Design searching(@Nullable Objective other) {
        return with(effort, forks, blocks, looks, sentinel, other, spending, spread);
    }

    /** Returns the same design whose looks spend the error probability in another way. */
    public Design spending(Spending other) {
        return with(effort, forks, blocks, looks, sentinel, objective, other, spread);
    }

    /** Returns the same design whose comparisons estimate their spread with the forks of all arms, as far as these scatter alike. */
    public Design moderated() {
        return with(effort, forks, blocks, looks, sentinel, objective, spending, Spread.MODERATED);
    }

    /** Returns the same design with another number of blocks in each fork. */
    public Design withBlocks(int number) {
        return with(effort, forks, number, looks, sentinel, objective, spending, spread);
    }

    /** Returns the same design without the second copy of the baseline. */
    public Design withoutSentinel() {
        return with(effort, forks, blocks, looks, false, objective, spending, spread);
    }

    private Design with(
            String name,
            int number,
            int each,
            List<Integer> after,
            boolean copy,
            @Nullable Objective goal,
            @Nullable Spending spent,
            @Nullable Spread from) {
        return new Design(
                name,
                number,
                each,
                leadSeconds,
                windowSeconds,
                warmSeconds,
                margin,
                confidence,
                after,
                copy,
                goal,
                spent,
                from);
    }
}
