package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.stats.SyntheticTrials;

/** IT-17: the order on the command line must not matter. With the labels of all data swapped, the estimate changes its sign, and the interval is mirrored. */
public record LabelSwap(Analyst analyst) implements Check {
    private static final int RUNS = 20;

    /** The rounding error of a logarithm and back. */
    private static final double ROUNDING = 1e-9;

    @Override
    public String id() {
        return "IT-17";
    }

    @Override
    public String title() {
        return "labels swapped";
    }

    @Override
    public String mark() {
        return "estimate negated, interval mirrored, to 1e-9";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    @Override
    public CheckOutcome run(Context context) {
        SyntheticTrials trials = SyntheticTrials.equalArms(5, 12, 0.03, 0.15)
                .withDisturbed(0.1, 6)
                .withEffects(3, 3.05);
        double worst = 0;
        int verdicts = 0;
        for (int run = 0; run < RUNS; run++) {
            double[][][] values = trials.draw(context.seed() * RUNS + run);
            Analyst.ArmContrast straight =
                    analyst.compare(SyntheticEvidence.of(values[0], values[1]), SyntheticEvidence.B);
            Analyst.ArmContrast swapped =
                    analyst.compare(SyntheticEvidence.of(values[1], values[0]), SyntheticEvidence.B);
            worst = Math.max(worst, Math.abs(straight.logRatio() + swapped.logRatio()));
            worst = Math.max(worst, Math.abs(straight.low() + swapped.high()));
            worst = Math.max(worst, Math.abs(straight.high() + swapped.low()));
            verdicts += straight.different() == swapped.different() ? 0 : 1;
        }
        return new Tally()
                .need(worst <= ROUNDING, "off by at most %.1e", worst)
                .need(verdicts == 0, "%d of %d verdicts differ", verdicts, RUNS)
                .outcome();
    }
}
