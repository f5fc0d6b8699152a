package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.lab.experiment.ExperimentListener;
import java.time.Duration;
import java.util.List;
import java.util.Locale;

/**
 * Shows the progress of experiments that run one after another, and the time left for all of them: the current one estimates its own, and the later ones
 * are expected to differ from what was announced for them as much as the earlier ones did.
 */
final class RunProgress {
    private final ProgressBar bar;
    private final List<PlannedExperiment> plans;
    private double announced;
    private double spent;

    RunProgress(ProgressBar bar, List<PlannedExperiment> plans) {
        this.bar = bar;
        this.plans = plans;
    }

    /**
     * Records that an experiment was measured.
     *
     * @param missing the share of its forks that were missing when it began, 0 to 1
     * @param seconds the time that it took
     */
    void measured(PlannedExperiment plan, double missing, double seconds) {
        if (missing > 0) {
            announced += missing * plan.expected().toMillis() / 1e3;
            spent += seconds;
        }
    }

    /** Returns the estimate for all experiments after this one: at the pace of those that are over, and for each at most the longest that it may take. */
    Duration after(int index) {
        double pace = announced == 0 ? 1 : spent / announced;
        return plans.subList(index + 1, plans.size()).stream()
                .map(plan -> {
                    Duration likely =
                            Duration.ofMillis(Math.round(pace * plan.expected().toMillis()));
                    return likely.compareTo(plan.longest()) < 0 ? likely : plan.longest();
                })
                .reduce(Duration.ZERO, Duration::plus);
    }

    /** Returns the listener of one experiment. */
    ExperimentListener of(int index) {
        String place = plans.size() == 1
                ? ""
                : index + 1 + "/" + plans.size() + " " + plans.get(index).cell().workload() + "  ";
        return new ExperimentListener() {
            private String precision = "";

            @Override
            public void at(Moment moment) {
                bar.show(
                        moment.fraction(),
                        place + "fork " + moment.fork() + "/" + moment.forks() + "  " + moment.what() + precision,
                        moment.left().plus(after(index)));
            }

            @Override
            public void forkDone(Evidence evidence) {
                if (evidence.forks().size() > 1) {
                    precision = Analysis.of(evidence)
                            .by(DetectableEffect.metric(evidence.experiment()))
                            .map(Ranking::detectable)
                            .filter(Double::isFinite)
                            .map(half -> String.format(Locale.ROOT, "  (±%.1f %% by now)", half * 100))
                            .orElse("");
                }
            }
        };
    }
}
