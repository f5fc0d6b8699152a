package dev.gearbox.load.report;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.HdrHistogram.Histogram;

/**
 * Combines the reports of several generators that loaded one server together. Counts and rates are summed and histograms are added, which loses nothing:
 * percentiles are never averaged. Each effort is the maximum over the generators, and one invalid report makes the whole invalid.
 */
record JointReport(List<LoadReport> parts) {
    LoadReport whole() {
        List<String> reasons = IntStream.range(0, parts.size())
                .boxed()
                .flatMap(i -> parts.get(i).reasons().stream().map(reason -> process(i) + ": " + reason))
                .toList();
        return new LoadReport(
                parts.stream().map(LoadReport::window).max(Duration::compareTo).orElseThrow(),
                sum(LoadReport::started),
                sum(LoadReport::answered),
                sum(LoadReport::censored),
                sum(LoadReport::failed),
                sum(LoadReport::connects),
                whole(LoadReport::connections),
                whole(LoadReport::waiting),
                rate(LoadReport::offeredPerSecond),
                rate(LoadReport::answeredPerSecond),
                errors(),
                times(LoadReport::response),
                times(LoadReport::service),
                times(LoadReport::lag),
                times(LoadReport::connWait),
                times(LoadReport::connect),
                times(LoadReport::stalled),
                effort(),
                reasons.isEmpty(),
                reasons,
                background());
    }

    private static String process(int i) {
        return "process " + (i + 1);
    }

    private long sum(ToLongFunction<LoadReport> count) {
        return parts.stream().mapToLong(count).sum();
    }

    private int whole(ToIntFunction<LoadReport> count) {
        return parts.stream().mapToInt(count).sum();
    }

    private double rate(ToDoubleFunction<LoadReport> rate) {
        return parts.stream().mapToDouble(rate).sum();
    }

    private Latencies times(Function<LoadReport, Latencies> which) {
        return parts.stream().map(which).reduce(Latencies.NONE, JointReport::added);
    }

    private static Latencies added(Latencies one, Latencies other) {
        Histogram both = one.histogram();
        both.add(other.histogram());
        return Latencies.of(both);
    }

    private Map<ErrorKind, LoadReport.Errors> errors() {
        Map<ErrorKind, LoadReport.Errors> errors = new EnumMap<>(ErrorKind.class);
        for (int i = 0; i < parts.size(); i++) {
            String who = process(i);
            parts.get(i)
                    .errors()
                    .forEach((kind, its) -> errors.merge(
                            kind,
                            new LoadReport.Errors(its.inWindow(), its.before(), who + ", " + its.first()),
                            LoadReport.Errors::plus));
        }
        return errors;
    }

    private LoadReport.GeneratorUsage effort() {
        List<LoadReport.GeneratorUsage> all =
                parts.stream().map(LoadReport::effort).toList();
        return new LoadReport.GeneratorUsage(
                highest(all, LoadReport.GeneratorUsage::work),
                highest(all, LoadReport.GeneratorUsage::spin),
                highest(all, LoadReport.GeneratorUsage::asleep),
                all.stream().mapToLong(LoadReport.GeneratorUsage::collections).sum(),
                joined(all, LoadReport.GeneratorUsage::pacing),
                all.stream().mapToInt(LoadReport.GeneratorUsage::sources).sum(),
                highest(all, LoadReport.GeneratorUsage::away),
                all.stream()
                        .mapToLong(LoadReport.GeneratorUsage::compiledMillis)
                        .max()
                        .orElseThrow(),
                all.stream().allMatch(LoadReport.GeneratorUsage::masking),
                joined(all, LoadReport.GeneratorUsage::generator),
                joined(all, LoadReport.GeneratorUsage::ports));
    }

    private static String joined(
            List<LoadReport.GeneratorUsage> all, Function<LoadReport.GeneratorUsage, String> text) {
        return all.stream().map(text).distinct().collect(Collectors.joining("; "));
    }

    private static double highest(
            List<LoadReport.GeneratorUsage> all, ToDoubleFunction<LoadReport.GeneratorUsage> share) {
        return all.stream().mapToDouble(share).max().orElseThrow();
    }

    private Map<String, LoadReport.BackgroundReport> background() {
        Map<String, LoadReport.BackgroundReport> groups = new TreeMap<>();
        for (LoadReport part : parts) {
            part.background()
                    .forEach((name, beside) -> groups.merge(
                            name,
                            beside,
                            (one, other) -> new LoadReport.BackgroundReport(
                                    one.answered() + other.answered(),
                                    one.censored() + other.censored(),
                                    added(one.response(), other.response()))));
        }
        return groups;
    }
}
