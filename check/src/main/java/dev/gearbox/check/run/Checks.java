package dev.gearbox.check.run;

import dev.gearbox.check.Check;
import dev.gearbox.check.LoadTool;
import dev.gearbox.check.analysis.Analyst;
import dev.gearbox.check.analysis.ArticlesMethodCheck;
import dev.gearbox.check.analysis.CapacityModelCheck;
import dev.gearbox.check.analysis.ChangePointCheck;
import dev.gearbox.check.analysis.DetectionCheck;
import dev.gearbox.check.analysis.Determinism;
import dev.gearbox.check.analysis.FalseAlarms;
import dev.gearbox.check.analysis.IdleArm;
import dev.gearbox.check.analysis.IdleServer;
import dev.gearbox.check.analysis.InjectedSlowdown;
import dev.gearbox.check.analysis.LabelSwap;
import dev.gearbox.check.analysis.NeighbourCheck;
import dev.gearbox.check.analysis.PlacementCheck;
import dev.gearbox.check.instrument.ArrivalsCheck;
import dev.gearbox.check.instrument.ClockCheck;
import dev.gearbox.check.instrument.ForeignLoad;
import dev.gearbox.check.instrument.FortioCheck;
import dev.gearbox.check.instrument.MergeCheck;
import dev.gearbox.check.instrument.PacerCheck;
import dev.gearbox.check.instrument.QueueingOracle;
import dev.gearbox.check.instrument.RateSearchCheck;
import dev.gearbox.check.instrument.ReplayCheck;
import dev.gearbox.check.instrument.StallOracle;
import dev.gearbox.check.instrument.StallReplay;
import dev.gearbox.check.instrument.StarvedGenerator;
import dev.gearbox.check.instrument.UnansweredCheck;
import dev.gearbox.check.instrument.WrkCheck;
import dev.gearbox.check.oracle.OracleUsers;
import dev.gearbox.evidence.analysis.Analysis;
import dev.gearbox.lab.child.Pinning;
import dev.gearbox.stats.ArticlesMethod;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;

/** All checks, in the order of their numbers. */
public final class Checks {
    private Checks() {}

    /** Returns all of them. */
    public static List<Check> all() {
        return List.of(
                new ClockCheck(System::nanoTime),
                new ClockCheck.Source(ClockCheck.Source.LINUX),
                new PacerCheck(),
                new ArrivalsCheck(ArrivalsCheck.REAL),
                new ReplayCheck(ArrivalsCheck.REAL),
                queue(OracleUsers.STAY, 500, 1, 20, Check.Cost.NORMAL),
                queue(OracleUsers.STAY, 700, 1, 20, Check.Cost.NORMAL),
                queue(OracleUsers.STAY, 500, 1, 60, Check.Cost.LONG),
                queue(OracleUsers.STAY, 700, 1, 60, Check.Cost.LONG),
                queue(OracleUsers.RECONNECT, 100, 5, 20, Check.Cost.NORMAL),
                new StallReplay(StallReplay.INTENDED),
                new StallOracle(OracleUsers.STAY, StallOracle.PER_SECOND),
                new StallOracle(OracleUsers.RECONNECT, 1_000),
                new DetectionCheck(Analyst.REAL),
                new InjectedSlowdown(0.20, 5, 6, Check.Cost.NORMAL),
                new InjectedSlowdown(0.05, 20, 12, Check.Cost.LONG),
                new FalseAlarms(Analyst.REAL),
                new UnansweredCheck(OracleUsers.STAY),
                new UnansweredCheck(OracleUsers.RECONNECT),
                new StarvedGenerator(),
                new ForeignLoad(),
                new MergeCheck(MergeCheck.REAL),
                new WrkCheck(LoadTool.named("wrk")),
                new FortioCheck(LoadTool.named("fortio")),
                new RateSearchCheck(RateSearchCheck.REAL),
                new CapacityModelCheck(CapacityModelCheck.REAL),
                new ChangePointCheck(ChangePointCheck.REAL),
                new LabelSwap(Analyst.REAL),
                new IdleServer(),
                new IdleArm(10),
                new Determinism(Analysis::of),
                new ArticlesMethodCheck(ArticlesMethod.AS_OBSERVED),
                new NeighbourCheck(0.10),
                new NeighbourCheck(0.25),
                new NeighbourCheck(0.50));
    }

    private static Check queue(OracleUsers users, int perSecond, int millis, int seconds, Check.Cost cost) {
        return new QueueingOracle(users, perSecond, Duration.ofMillis(millis), Duration.ofSeconds(seconds), cost);
    }

    /**
     * Returns the A/A in a placement, which is not among {@link #all}: it is made for each placement that is used.
     *
     * @param results the folder of the results for which it is made
     */
    public static Check of(Pinning placement, Path results) {
        return new PlacementCheck(placement, OracleUsers.STAY, results);
    }

    /** Returns the A/A in a placement with users who reconnect, on which no result depends. */
    public static Check reconnecting(Pinning placement, Path results) {
        return new PlacementCheck(placement, OracleUsers.RECONNECT, results);
    }

    /** Returns those that cost at most this much. */
    public static List<Check> upTo(Check.Cost most) {
        return all().stream().filter(check -> check.cost().compareTo(most) <= 0).toList();
    }

    /** Returns those with one of these numbers that cost at most this much; of a number whose checks all cost more, all. */
    public static List<Check> named(List<String> ids, Check.Cost most) {
        List<Check> cheap = upTo(most);
        return of(ids.toArray(String[]::new)).stream()
                .filter(check -> check.cost().compareTo(most) <= 0
                        || cheap.stream().noneMatch(other -> other.id().equals(check.id())))
                .toList();
    }

    /** Returns their numbers, each once, in order. */
    public static List<String> ids() {
        return all().stream().map(Check::id).distinct().toList();
    }

    /** Returns those with one of these numbers, at any cost. */
    public static List<Check> of(String... ids) {
        List<String> wanted = Arrays.asList(ids);
        return all().stream().filter(check -> wanted.contains(check.id())).toList();
    }
}
