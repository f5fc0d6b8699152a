package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.stats.ArticlesMethod;

/**
 * IT-20: the method of most articles (all of A, then all of B, compare the means), applied to two copies of the same thing, on a machine whose level
 * drifts as much as this lab's first one did. The figure is the reason for this lab. The check passes if the lab's own pairs keep their error rate on
 * the same data, and the articles' method does not.
 */
public record ArticlesMethodCheck(ArticlesMethod method) implements Check {
    private static final int RUNS = 4_000;
    private static final double THRESHOLD = 0.05;

    @Override
    public String id() {
        return "IT-20";
    }

    @Override
    public String title() {
        return "false differences of the articles' method";
    }

    @Override
    public String mark() {
        return "reported; random pairs of the same slices 3 to 7 %";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        ArticlesMethod.FalseDifferences seen = method.falseDifferences(RUNS, THRESHOLD, context.seed());
        return new Tally()
                .tell("A then B, means 5 %% apart: %.0f %%", seen.byMeans() * 100)
                .need(seen.byWelch() > 0.25, "Welch's test: %.0f %%", seen.byWelch() * 100)
                .need(seen.byPairs() >= 0.03 && seen.byPairs() <= 0.07, "pairs: %.1f %%", seen.byPairs() * 100)
                .outcome();
    }
}
