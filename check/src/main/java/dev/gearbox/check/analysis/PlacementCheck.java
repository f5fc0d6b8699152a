package dev.gearbox.check.analysis;

import dev.gearbox.check.Check;
import dev.gearbox.check.CheckOutcome;
import dev.gearbox.check.Context;
import dev.gearbox.check.Tally;
import dev.gearbox.check.oracle.Oracle;
import dev.gearbox.check.oracle.OracleExperiment;
import dev.gearbox.check.oracle.OracleUsers;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.archive.PlacementControls;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.lab.experiment.ExperimentListener;
import dev.gearbox.load.plan.Arrivals;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * IT-21: an A/A in a placement, two copies of one server compared like any two arms. Costs of equal servers must be equal. Where cores are shared, times
 * must have passed the usual gates and be equal, or results of this placement have no verdict on times; one that is not known closely enough has none
 * either. What was found is kept beside the results for that. If the machine was too disturbed to know, nothing is kept.
 *
 * <p>It cannot show a bias that depends on the arm: one that leaves the generator less time than another. The gate of the generator's lateness, which
 * applies in every placement, limits that.
 *
 * @param placement the processors of server and load
 * @param users what they do after an answer; what is kept is the result of those who stay, who send more requests in the same time
 * @param results the folder of the results for which it is made
 */
public record PlacementCheck(Pinning placement, OracleUsers users, Path results) implements Check {
    private static final double PER_SECOND = 5_000;

    /** A connect and a close cost the server several times as much as a request. */
    private static final double CONNECTS_PER_SECOND = 2_000;

    /** It ends after the first of these if all is shown by then: few forks leave wide intervals on a machine that is disturbed. */
    private static final List<Integer> FORKS = List.of(5, 10);

    private static final int BLOCKS = 6;
    private static final double WINDOW = 0.6;

    /** The largest ratio of two equal times, less 1, that the interval of an A/A may contain: a wider one cannot exclude a bias that matters. */
    private static final double CLOSE = 0.25;

    @Override
    public String id() {
        return "IT-21";
    }

    @Override
    public String title() {
        return "A/A, " + placement.caption() + users.suffix();
    }

    @Override
    public String mark() {
        return "equal costs; equal times, or no verdict on times";
    }

    @Override
    public Cost cost() {
        return Cost.NORMAL;
    }

    @Override
    public Duration expected() {
        return Duration.ofSeconds(Math.round(FORKS.getLast() * (13 + 2 * BLOCKS * (WINDOW + 0.3))));
    }

    @Override
    public CheckOutcome run(Context context) throws IOException, InterruptedException {
        Oracle plain = Oracle.PLAIN;
        Evidence evidence = OracleExperiment.run(
                context.placed(placement),
                "A/A",
                List.of(plain.subject("first"), plain.subject("second")),
                users,
                new Arrivals.Poisson(users == OracleUsers.STAY ? PER_SECOND : CONNECTS_PER_SECOND, 10),
                OracleExperiment.design(FORKS, BLOCKS, WINDOW),
                ExperimentListener.NONE,
                sofar -> judge(Analysis.of(sofar)).allowsTimes());
        Judged judged = judge(Analysis.of(evidence));
        if (users == OracleUsers.STAY) {
            judged.control.ifPresent(control -> PlacementControls.put(results, evidence.experiment(), control));
        }
        return judged.outcome;
    }

    /**
     * The result of an A/A.
     *
     * @param outcome of the check
     * @param control what it means for results in this placement; empty if nothing can be said
     */
    public record Judged(CheckOutcome outcome, Optional<PlacementControl> control) {
        /** Returns whether all times have a verdict in this placement. */
        boolean allowsTimes() {
            return control.filter(known -> known.passed() && known.unknown().isEmpty())
                    .isPresent();
        }
    }

    /** Judges the findings on two copies of a server. */
    public static Judged judge(Findings findings) {
        String invalid = findings.quality().invalid();
        Optional<Ranking.RankedArm> cost = EqualServers.second(findings, Metric.CPU);
        if (invalid != null || cost.isEmpty()) {
            return new Judged(
                    CheckOutcome.notHere("a quiet machine: " + (invalid == null ? "no costs were measured" : invalid)),
                    Optional.empty());
        }
        Tally tally =
                new Tally().need(EqualServers.equal(cost.get()), "%s", EqualServers.words(Metric.CPU, cost.get()));
        Findings.Unfit unfit = findings.unfit().get(Metric.P50);
        if (unfit != null && !unfit.overloaded()) {
            return new Judged(
                    CheckOutcome.notHere("a quieter machine: no verdict on times, because " + unfit.why()),
                    Optional.empty());
        }
        if (unfit != null) {
            CheckOutcome outcome =
                    tally.tell("no verdict on times: %s", unfit.why()).outcome();
            return new Judged(outcome, Optional.of(new PlacementControl(false, outcome.figure())));
        }
        List<Metric> unknown = new ArrayList<>();
        for (Metric metric : EqualServers.TIMES) {
            Optional<Ranking.RankedArm> time = EqualServers.second(findings, metric);
            time.ifPresentOrElse(
                    arm -> tally.need(EqualServers.equal(arm), "%s", EqualServers.words(metric, arm)),
                    () -> tally.tell("no %s", metric.caption()));
            if (time.isEmpty() || !close(time.get().ratio())) {
                unknown.add(metric);
            }
        }
        if (unknown.size() == EqualServers.TIMES.size() && tally.outcome().passed()) {
            return new Judged(
                    CheckOutcome.notHere(String.format(
                            Locale.ROOT,
                            "a quieter machine: times are not known within %.0f %%: %s",
                            CLOSE * 100,
                            tally.outcome().figure())),
                    Optional.empty());
        }
        if (!unknown.isEmpty()) {
            String names = unknown.stream().map(Metric::caption).collect(Collectors.joining(", "));
            tally.tell("no verdict on %s: not known within %.0f %%", names, CLOSE * 100);
        }
        CheckOutcome outcome = tally.outcome();
        List<String> keys = unknown.stream().map(Metric::key).toList();
        return new Judged(outcome, Optional.of(new PlacementControl(outcome.passed(), keys, outcome.figure())));
    }

    private static boolean close(Figure ratio) {
        return ratio.bounded() && ratio.low() > 1 / (1 + CLOSE) && ratio.high() < 1 + CLOSE;
    }
}
