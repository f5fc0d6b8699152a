package dev.gearbox.check.instrument;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.stats.RateSearch;
import java.util.SplittableRandom;

/**
 * IT-14: the search for the highest rate, on a server that sustains 8,000 a second by construction: the transition is 2 % wide, and one trial in
 * twenty fails at random. A plain bisection is misled by a single bad trial.
 */
public record RateSearchCheck(Search search) implements Check {
    /** A simulated server: whether a trial at this rate fails. */
    @FunctionalInterface
    public interface Server {
        boolean bad(double perSecond);
    }

    /** Bounds of the highest rate; NaN for one that was not found. */
    public record Bounds(double lower, double upper, int trials) {}

    /** A search method. */
    @FunctionalInterface
    public interface Search {
        Bounds of(Server server, double least, double most);
    }

    private static final RateSearch.Goal GOAL = RateSearch.Goal.QUICK;

    /** The instrument's own method. */
    public static final Search REAL = (server, least, most) -> {
        RateSearch search = new RateSearch(GOAL, least, most);
        while (search.next().isPresent()) {
            double rate = search.next().getAsDouble();
            search.add(rate, server.bad(rate));
        }
        RateSearch.Bounds bounds = search.bounds();
        return new Bounds(bounds.lower().orElse(Double.NaN), bounds.upper().orElse(Double.NaN), bounds.trials());
    };

    private static final double CAPACITY = 8_000;
    private static final double EDGE = 0.02;
    private static final double UNLUCKY = 0.05;
    private static final int SEARCHES = 100;
    private static final int LEAST = 95;

    @Override
    public String id() {
        return "IT-14";
    }

    @Override
    public String title() {
        return "search for a known highest rate";
    }

    @Override
    public String mark() {
        return "8,000/s within bounds +- width in 95 of 100";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        int right = 0;
        long trials = 0;
        for (int seed = 0; seed < SEARCHES; seed++) {
            SplittableRandom random = new SplittableRandom(context.seed() * SEARCHES + seed);
            Server server = rate -> random.nextDouble() < UNLUCKY
                    || random.nextDouble() < 1 / (1 + Math.exp(-(rate / CAPACITY - 1) / (EDGE / 4)));
            Bounds bounds = search.of(server, CAPACITY / 10, CAPACITY * 2);
            boolean within =
                    bounds.lower() * (1 - GOAL.width()) <= CAPACITY && CAPACITY <= bounds.upper() * (1 + GOAL.width());
            right += within ? 1 : 0;
            trials += bounds.trials();
        }
        return new Tally()
                .need(right >= LEAST, "%d of %d", right, SEARCHES)
                .tell("%.0f trials each", trials / (double) SEARCHES)
                .outcome();
    }
}
