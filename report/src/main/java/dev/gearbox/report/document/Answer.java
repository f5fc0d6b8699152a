package dev.gearbox.report.document;

import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Findings.Unfit;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The answer in one sentence, derived only from verdicts and tie letters: it never names a winner that was not shown to win, and it states if nothing
 * was shown. References are no answer.
 */
public final class Answer {
    /** The order in which metrics are tried for the answer; the result of a job is its duration. */
    public static final List<Metric> FIRST =
            List.of(Metric.ELAPSED, Metric.CPU, Metric.P50, Metric.P99, Metric.CAPACITY, Metric.IDLE_RESIDENT);

    private static final int NAMED = 6;

    private Answer() {}

    /** Returns the answer of a whole result, without its title; if the first metric has no verdict, also that of the first metric that has one. */
    public static String of(Findings findings) {
        return beside(findings) + alone(findings);
    }

    /** "beside programs that used 0.46 core, ", if costs are those beside other programs; empty otherwise. */
    public static String beside(Findings findings) {
        Double cores = findings.quality().foreignCores();
        if (cores == null) {
            return "";
        }
        return cores < 0.01
                ? "beside programs that used less than 0.01 core, "
                : String.format(
                        Locale.ROOT, "beside programs that used %.2f %s, ", cores, cores > 1 ? "cores" : "core");
    }

    private static String alone(Findings findings) {
        if (!findings.quality().valid()) {
            return invalid(findings);
        }
        List<Ranking> rankings = Stream.concat(
                        FIRST.stream().flatMap(metric -> findings.by(metric).stream()),
                        findings.rankings().values().stream())
                .toList();
        if (rankings.isEmpty()) {
            return "no comparable figures were measured.";
        }
        Ranking first = rankings.getFirst();
        Unfit unfit = findings.unfit().get(first.metric());
        if (unfit == null) {
            return alone(findings, first);
        }
        return rankings.stream()
                .filter(ranking -> !findings.unfit().containsKey(ranking.metric()))
                .findFirst()
                .map(fit -> nothing(first.metric(), unfit) + "; but " + alone(findings, fit))
                .orElseGet(() -> nothing(first.metric(), unfit) + ".");
    }

    /** Returns the arms that were not shown to be behind the first one of a ranking, and that one; references are not among them. */
    public static List<RankedArm> leading(Findings findings, Ranking ranking) {
        List<RankedArm> standings = choices(findings, ranking);
        return standings.isEmpty() ? List.of() : sharing(standings.getFirst(), standings);
    }

    /** Returns the arms of a ranking among which one may choose: valid, and no references. */
    public static List<RankedArm> choices(Findings findings, Ranking ranking) {
        List<String> references = findings.experiment().references();
        return ranking.standings().stream()
                .filter(standing -> !references.contains(standing.arm()) && standing.verdict() != Verdict.INVALID)
                .toList();
    }

    /** Returns the answer by one ranking. */
    static String by(Findings findings, Ranking ranking) {
        return beside(findings) + alone(findings, ranking);
    }

    private static String alone(Findings findings, Ranking ranking) {
        if (!findings.quality().valid()) {
            return invalid(findings);
        }
        Experiment experiment = findings.experiment();
        Metric metric = ranking.metric();
        Unfit unfit = findings.unfit().get(metric);
        if (unfit != null) {
            return nothing(metric, unfit) + ".";
        }
        List<RankedArm> standings = choices(findings, ranking);
        boolean invalid = ranking.standings().stream().anyMatch(standing -> standing.verdict() == Verdict.INVALID);
        if (standings.isEmpty()) {
            return (invalid
                            ? "no comparison in " + metric.caption() + " is valid"
                            : "no arm has a figure for " + metric.caption())
                    + ".";
        }
        RankedArm best = standings.getFirst();
        if (standings.size() == 1) {
            return best.arm() + (invalid ? " is the only arm with valid figures: " : " is the only arm: ")
                    + metric.caption() + " " + measured(best, metric) + ".";
        }
        List<RankedArm> top = leading(findings, ranking);
        if (top.size() == standings.size()) {
            return "no difference in " + metric.caption() + " was shown between " + names(top) + "; "
                    + detectable(ranking) + ".";
        }
        StringBuilder sentence = new StringBuilder(
                top.size() == 1
                        ? best.arm() + " " + leads(metric)
                        : names(top) + " share the lead in " + metric.caption() + ": no difference from " + best.arm()
                                + " was shown, and " + detectable(ranking));
        List<RankedArm> rest =
                standings.stream().filter(standing -> !top.contains(standing)).toList();
        List<RankedArm> second = sharing(rest.getFirst(), rest);
        if (second.size() > 1) {
            sentence.append("; ").append(names(second)).append(" tie behind ").append(top.size() > 1 ? "them" : "it");
        }
        RankedArm last = rest.getLast();
        if (last.verdict() == Verdict.WORSE && Double.isFinite(last.ratio().value())) {
            sentence.append("; ").append(last.arm()).append(": ").append(times(last, metric, experiment.baseline()));
        } else if (last.verdict() == Verdict.BASELINE && best.verdict() == Verdict.BETTER) {
            sentence.append("; ").append(best.arm()).append(": ").append(times(best, metric, experiment.baseline()));
        }
        return sentence.append('.').toString();
    }

    /** "this run could have detected differences from about 8 %". */
    static String detectable(Ranking ranking) {
        return Double.isFinite(ranking.detectable())
                ? "this run could have detected differences from about " + Numbers.percent(ranking.detectable())
                : "one fork has no interval, so no difference could have been shown";
    }

    private static String invalid(Findings findings) {
        return "nothing may be concluded: " + findings.quality().invalid() + ".";
    }

    private static String nothing(Metric metric, Unfit unfit) {
        return "nothing may be concluded about " + metric.caption() + ": " + unfit.why();
    }

    private static String leads(Metric metric) {
        return switch (metric) {
            case CPU -> "costs least CPU per request";
            case ELAPSED -> "is the first to finish";
            case P50, P90, P99, P999, MEAN, CONNECT_P50, CONNECT_P99, GAP, WORK ->
                "has the shortest " + metric.caption();
            case COMPLETED -> "completes the most";
            case RATE, CONNECTS -> "has the most " + metric.caption();
            case CAPACITY -> "has the highest sustainable rate";
            case RESIDENT -> "needs the least resident memory";
            case USER,
                    SYSTEM,
                    SWITCHES,
                    SYSTEM_CALLS,
                    ALLOCATED,
                    WAKEUPS,
                    PAGE_FAULTS,
                    READ_BYTES,
                    DISK,
                    CORES,
                    THREADS,
                    STRETCH,
                    IDLE_RESIDENT,
                    IDLE_HEAP,
                    IDLE_DIRECT,
                    IDLE_STACKS,
                    IDLE_SOCKETS,
                    IDLE_KERNEL -> "has the least " + metric.caption();
        };
    }

    private static String times(RankedArm standing, Metric metric, String baseline) {
        String ratio = Numbers.ratio(standing.ratio());
        return (metric == Metric.CPU ? ratio + " times the CPU of " : ratio + " times the figure of ") + baseline;
    }

    private static String measured(RankedArm standing, Metric metric) {
        return (Numbers.figure(standing.value()) + " " + metric.unit()).strip();
    }

    /** Returns the arms that share a letter with {@code one}, including itself; without letters only itself. */
    private static List<RankedArm> sharing(RankedArm one, List<RankedArm> all) {
        return all.stream()
                .filter(other -> other.arm().equals(one.arm())
                        || other.ties().chars().anyMatch(letter -> one.ties().indexOf(letter) >= 0))
                .toList();
    }

    /** Names all of a few arms; of many the first ones, since the table has them all. */
    private static String names(List<RankedArm> standings) {
        return Phrases.some(standings.stream().map(RankedArm::arm).toList(), NAMED);
    }
}
