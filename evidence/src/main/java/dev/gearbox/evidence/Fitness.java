package dev.gearbox.evidence;

import java.util.Locale;
import java.util.Optional;

/**
 * Whether the generator was fit for times and rates, which are stricter on it than costs are.
 *
 * @param fit whether times and rates may be judged
 * @param sieve the blocks that they are taken from: those fit for times; if these are too few, those fit for costs, so
 *     that there is something to show, without verdict
 * @param note what to tell the reader; empty if nothing
 */
record Fitness(boolean fit, Sieve sieve, Optional<String> note) {

    static Fitness of(Evidence evidence, Sieve costs) {
        Sieve times = Sieve.of(evidence, Taint.Use.TIME);
        boolean open = Sieve.open(evidence.experiment());
        Optional<Double> share = ceilingShare(costs);
        if (open && share.isPresent() && share.get() > Taint.CEILING) {
            return new Fitness(
                    false,
                    times,
                    Optional.of(String.format(
                            Locale.ROOT,
                            "the load came to %.0f %% of the most that the generator can do (allowed %.0f %%): times and"
                                    + " rates describe the generator and carry no verdict",
                            100 * share.get(),
                            100 * Taint.CEILING)));
        }
        int lost = costs.kept() - times.kept();
        if (times.tooMuchDropped() && lost > 0) {
            return new Fitness(
                    false,
                    costs,
                    Optional.of(String.format(
                            Locale.ROOT,
                            "in %d of %d blocks the generator was late, kept from its core or too busy, or the hypervisor"
                                    + " took more than %.0f %% of the processors' time: times and rates describe that and"
                                    + " carry no verdict; costs for each request are not touched",
                            lost,
                            costs.kept(),
                            100 * Slice.Disturbance.STEAL)));
        }
        return new Fitness(true, times, Optional.empty());
    }

    /** The highest rate of a kept slice as a share of what the generator can do; empty where that was not measured. */
    static Optional<Double> ceilingShare(Sieve sieve) {
        double highest = 0;
        for (Sieve.Kept fork : sieve.forks()) {
            double ceiling = fork.fork().all(Entry.Ceiling.class).stream()
                    .mapToDouble(Entry.Ceiling::perSecond)
                    .max()
                    .orElse(Double.NaN);
            double rate = fork.blocks().stream()
                    .flatMap(block -> block.values().stream())
                    .mapToDouble(slice -> slice.traffic().answeredPerSecond())
                    .max()
                    .orElse(Double.NaN);
            if (ceiling > 0 && rate / ceiling > highest) {
                highest = rate / ceiling;
            }
        }
        return highest == 0 ? Optional.empty() : Optional.of(highest);
    }
}
