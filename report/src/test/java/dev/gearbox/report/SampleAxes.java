package dev.gearbox.report;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.analysis.Ranking;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import dev.gearbox.evidence.analysis.Verdict;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Invented results over the axes of a workload: for heat maps and for tables of many arms. */
public final class SampleAxes {
    private SampleAxes() {}

    /** Two pairs over connections and pipelining: every verdict once, and one cell that was not measured. */
    public static List<ExperimentResult> map() {
        return List.of(
                mapped("epoll", "uring", 10, 1, 0.58, 0.03, Verdict.BETTER),
                mapped("epoll", "uring", 10, 16, 1.41, 0.05, Verdict.WORSE),
                mapped("epoll", "uring", 100, 1, 0.99, 0.02, Verdict.EQUIVALENT),
                mapped("epoll", "uring", 100, 16, 1.12, 0.2, Verdict.INCONCLUSIVE),
                mapped("epoll", "uring", 1000, 1, 1.08, 0.01, Verdict.INVALID),
                mapped("netty-epoll", SampleReports.EVIL, 10, 1, 0.93, 0.02, Verdict.BETTER),
                mapped("netty-epoll", SampleReports.EVIL, 100, 16, 1.05, 0.01, Verdict.WORSE));
    }

    /** Three arms in a closed loop over carriers and their maximum; one arm is missing in one cell. */
    public static List<ExperimentResult> closed() {
        return many("closed", Metric.RATE, Metric.P99);
    }

    /** The same figures, as those of jobs. */
    public static List<ExperimentResult> jobs() {
        return many(Experiment.JOB, Metric.ELAPSED, Metric.CPU);
    }

    private static List<ExperimentResult> many(String loop, Metric first, Metric second) {
        List<ExperimentResult> results = new ArrayList<>();
        for (String most : List.of("256", "4")) {
            for (int carriers : new int[] {1, 2, 4}) {
                results.add(many(loop, first, second, carriers, most));
            }
        }
        return results;
    }

    private static ExperimentResult many(String loop, Metric first, Metric second, int carriers, String most) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("carriers", String.valueOf(carriers));
        parameters.put("most", most);
        List<String> labels = List.of("none", "channel", "uring");
        Experiment open = SampleReports.experiment(
                "puts",
                parameters,
                11,
                5,
                labels.stream().map(label -> new Arm(label, List.of("serve"))).toList(),
                "none",
                false);
        Experiment experiment = new Experiment(
                open.format(),
                "file-copy",
                open.workload(),
                "Puts.",
                open.parameters(),
                "put",
                open.parameters(),
                loop,
                open.load(),
                open.arms(),
                "none",
                open.design(),
                open.machine(),
                open.seed());
        List<RankedArm> rates = new ArrayList<>();
        for (int at = 0; at < labels.size(); at++) {
            if (carriers > 1 || at < 2) {
                double rate = 1000.0 * carriers / (1 << at);
                rates.add(equal(labels.get(at), rate, 0.99 * rate, 1.01 * rate, Verdict.EQUIVALENT));
            }
        }
        return new ExperimentResult(
                new Evidence(experiment, List.of(), List.of()),
                new Findings(
                        experiment,
                        SampleQuality.of(5, 60).quality(),
                        Map.of(
                                first, new Ranking(first, rates, 0.08),
                                second, new Ranking(second, rates, 0.08)),
                        Map.of()));
    }

    private static RankedArm equal(String label, double value, double low, double high, Verdict verdict) {
        return new RankedArm(label, new Figure(value, low, high, 5), new Figure(1, 1, 1, 5), 1, 1, verdict, "a");
    }

    private static ExperimentResult mapped(
            String baseline, String arm, int connections, int pipelining, double ratio, double half, Verdict verdict) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("connections", String.valueOf(connections));
        parameters.put("bytes", "64");
        parameters.put("pipelining", String.valueOf(pipelining));
        Experiment experiment = SampleReports.experiment(
                "map",
                parameters,
                9,
                5,
                List.of(new Arm(baseline, List.of("serve")), new Arm(arm, List.of("serve"))),
                baseline,
                false);
        List<RankedArm> standings = List.of(
                equal(baseline, 10, 9.9, 10.1, Verdict.BASELINE),
                new RankedArm(
                        arm,
                        new Figure(10 * ratio, 9.9 * ratio, 10.1 * ratio, 5),
                        new Figure(ratio, ratio * (1 - half), ratio * (1 + half), 5),
                        0.01,
                        0.01,
                        verdict,
                        "b"));
        return new ExperimentResult(
                new Evidence(experiment, List.of(), List.of()),
                new Findings(
                        experiment,
                        SampleQuality.of(5, 60).quality(),
                        Map.of(
                                Metric.CPU,
                                new Ranking(Metric.CPU, standings, 0.08),
                                Metric.RATE,
                                new Ranking(
                                        Metric.RATE,
                                        List.of(equal(baseline, 4000, 3990, 4010, Verdict.BASELINE)),
                                        0.01)),
                        Map.of()));
    }
}
