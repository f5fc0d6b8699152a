package dev.gearbox.report.document;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.TimeHistograms.Kind;
import dev.gearbox.evidence.analysis.Analysis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.HdrHistogram.Histogram;

/**
 * Times of each arm as curves over quantiles, merged over all slices whose times count: a picture of the shape, without intervals. A curve ends where
 * fewer than ten requests lie beyond it.
 */
final class Quantiles {
    /** Fewer requests do not determine a quantile. */
    private static final int BEYOND = 10;

    private static final List<Kind> KINDS = List.of(Kind.RESPONSE, Kind.SERVICE, Kind.CONNECT, Kind.WORK);

    /** Points in each decade of 1/(1-q): enough for a smooth curve, and round quantiles must be among them. */
    private static final double[] PLACES = {1, 1.1, 1.25, 1.4, 1.6, 1.8, 2, 2.5, 3, 4, 5, 6, 7, 8, 9};

    private Quantiles() {}

    /** Returns the curves of every kind that was recorded. */
    static List<Document.Curves> of(Evidence evidence, List<Arm> arms) {
        Map<String, List<TimeHistograms>> byArm = Analysis.timed(evidence).stream()
                .collect(Collectors.groupingBy(
                        Slice::arm, TreeMap::new, Collectors.mapping(times(evidence), Collectors.toList())));
        boolean job = evidence.experiment().loop().equals(Experiment.JOB);
        return KINDS.stream()
                .map(kind -> curves(job ? ofJobs(kind) : title(kind), kind, byArm, arms))
                .filter(curves -> !curves.arms().isEmpty())
                .toList();
    }

    private static Function<Slice, TimeHistograms> times(Evidence evidence) {
        Map<Integer, Evidence.Fork> forks =
                evidence.forks().stream().collect(Collectors.toMap(Evidence.Fork::number, fork -> fork));
        return slice -> {
            Evidence.Fork fork = forks.get(slice.fork());
            return fork == null ? new TimeHistograms(Map.of()) : fork.times(slice);
        };
    }

    private static Document.Curves curves(
            String title, Kind kind, Map<String, List<TimeHistograms>> byArm, List<Arm> arms) {
        List<Document.Curve> curves = arms.stream()
                .map(arm -> curve(arm.label(), TimeHistograms.merged(byArm.getOrDefault(arm.label(), List.of()), kind)))
                .filter(curve -> !curve.points().isEmpty())
                .toList();
        return new Document.Curves(
                kind.key(),
                title,
                "All kept slices of all forks together: the shape, without intervals. Each curve ends where fewer than 10"
                        + " requests lie beyond it.",
                curves);
    }

    private static Document.Curve curve(String arm, Histogram histogram) {
        long total = histogram.getTotalCount();
        List<List<Double>> points = new ArrayList<>();
        for (double decade = 1; total / decade >= BEYOND; decade *= 10) {
            for (double place : PLACES) {
                double inverse = decade * place;
                if (total / inverse >= BEYOND) {
                    double percentile = 100 * (1 - 1 / inverse);
                    double micros = histogram.getValueAtPercentile(percentile) / 1000.0;
                    points.add(List.of(Numbers.rounded(inverse), Numbers.rounded(micros)));
                }
            }
        }
        return new Document.Curve(arm, total, points);
    }

    private static String ofJobs(Kind kind) {
        return switch (kind) {
            case RESPONSE -> "Completion time of each, from the beginning of the job";
            case SERVICE -> "Time of each, from its beginning";
            case CONNECT, LAG, WAIT, STALLED, WORK -> title(kind);
        };
    }

    private static String title(Kind kind) {
        return switch (kind) {
            case RESPONSE -> "Response time, from when the request was due";
            case SERVICE -> "Service time, from when the request was written";
            case CONNECT -> "Time to connect";
            case LAG -> "Lag of the generator";
            case WAIT -> "Wait for a connection";
            case STALLED -> "Response times in gaps of the generator";
            case WORK -> "Time of the processor work on each";
        };
    }
}
