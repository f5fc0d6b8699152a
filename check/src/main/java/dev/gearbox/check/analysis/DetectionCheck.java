package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.stats.SyntheticTrials;

/**
 * The arithmetic of IT-6: a known effect of 5 % in the noise of a full run (20 forks of 40 blocks) and of 20 % in that of a quick one. A lab that
 * never finds anything would pass every test for false alarms.
 */
public record DetectionCheck(Analyst analyst) implements Check {
    private static final int RUNS = 50;
    private static final int LEAST_FULL = 40;
    private static final int LEAST_QUICK = 40;
    private static final double SMALL = 0.05;
    private static final double LARGE = 0.20;

    /** The tolerance of the mean of all estimates. */
    private static final double BIAS = 0.005;

    @Override
    public String id() {
        return "IT-6";
    }

    @Override
    public String title() {
        return "a known effect, 50 simulated runs";
    }

    @Override
    public String mark() {
        return "5 % found by 40 full runs, 20 % by 40 quick ones, no bias";
    }

    @Override
    public Cost cost() {
        return Cost.CHEAP;
    }

    private record Found(int runs, double mean) {}

    @Override
    public CheckOutcome run(Context context) {
        Found full = found(SyntheticTrials.equalArms(20, 40, 0.05, 0.15), SMALL, context.seed());
        Found quick = found(SyntheticTrials.equalArms(5, 12, 0.05, 0.15), LARGE, context.seed());
        return new Tally()
                .need(full.runs() >= LEAST_FULL, "5 %% found by %d", full.runs())
                .need(Math.abs(full.mean() - SMALL) < BIAS, "as %.1f %%", full.mean() * 100)
                .need(quick.runs() >= LEAST_QUICK, "20 %% found by %d", quick.runs())
                .outcome();
    }

    private Found found(SyntheticTrials noise, double effect, long seed) {
        SyntheticTrials trials = noise.withDisturbed(0.1, 6).withLevel(0.4, 0.8).withEffects(0, Math.log1p(effect));
        int found = 0;
        double sum = 0;
        for (int run = 0; run < RUNS; run++) {
            double[][][] values = trials.draw(seed * RUNS + run);
            Analyst.ArmContrast contrast =
                    analyst.compare(SyntheticEvidence.of(values[0], values[1]), SyntheticEvidence.B);
            found += contrast.different() && contrast.logRatio() > 0 ? 1 : 0;
            sum += Math.expm1(contrast.logRatio());
        }
        return new Found(found, sum / RUNS);
    }
}
