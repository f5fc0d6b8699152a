package dev.gearbox.cli;

import dev.gearbox.lab.Lab;
import dev.gearbox.lab.Progress;
import dev.gearbox.lab.ResultFiles;
import dev.gearbox.lab.TrialResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Runs contests one after another, with one bar for all of them. */
final class Contests {
    private final List<Contest> contests;
    private final ProgressBar bar;
    private int trialsBefore;
    private Duration spent = Duration.ZERO;
    private int finished;

    Contests(List<Contest> contests, ProgressBar bar) {
        this.contests = List.copyOf(contests);
        this.bar = bar;
    }

    /** How many trials there are in all. */
    int trials() {
        return contests.stream().mapToInt(contest -> contest.subjects().size()).sum();
    }

    /** How many trials have ended, well or not. */
    int finished() {
        return finished;
    }

    /** About how long all of them take. */
    Duration expected() {
        return contests.stream().map(Contest::expected).reduce(Duration.ZERO, Duration::plus);
    }

    /** Told of the results of a contest as soon as its last trial is over. */
    interface Audience {
        void over(Contest contest, List<TrialResult> results);
    }

    /** Runs them all; whoever interrupts the thread ends it, and finds what had ended in {@code files}. */
    List<TrialResult> run(Lab lab, ResultFiles files, Audience audience) throws InterruptedException {
        List<TrialResult> all = new ArrayList<>();
        for (int i = 0; i < contests.size(); i++) {
            Contest contest = contests.get(i);
            Duration after = contests.subList(i + 1, contests.size()).stream()
                    .map(Contest::expected)
                    .reduce(Duration.ZERO, Duration::plus);
            try {
                List<TrialResult> results =
                        lab.run(List.of(contest.cell()), contest.subjects(), files, new Part(after));
                all.addAll(results);
                bar.clear();
                audience.over(contest, results);
            } finally {
                bar.clear();
            }
            trialsBefore += contest.subjects().size();
            spent = spent.plus(contest.expected());
        }
        return all;
    }

    /** The lab knows how far one contest is; the others are before and after it. */
    private final class Part implements Progress {
        private final Duration after;

        Part(Duration after) {
            this.after = after;
        }

        @Override
        public void at(Moment moment) {
            Duration left = moment.left().plus(after);
            double part =
                    moment.fraction() >= 1 ? 0 : moment.left().toMillis() * moment.fraction() / (1 - moment.fraction());
            double done = spent.toMillis() + part;
            bar.show(
                    done / Math.max(1, done + left.toMillis()),
                    trialsBefore + moment.trial() + "/" + trials() + "  " + moment.subject() + ": "
                            + moment.cell().split(" ", 2)[0],
                    left);
        }

        @Override
        public void finished(TrialResult result) {
            finished++;
        }
    }
}
