package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Determines whether a run supports conclusions, from the blocks that remain. */
final class Inspection {
    private Inspection() {}

    /** @param baseline with which the arms are compared; the evidence's own may be another */
    static Quality of(
            Evidence evidence,
            String baseline,
            BlockFilter filter,
            Fitness times,
            Fitness rates,
            Optional<Ranking.RankedArm> sentinel) {
        Map<String, Integer> dropped = new LinkedHashMap<>();
        filter.dropped().forEach((taint, blocks) -> dropped.put(taint.words(), blocks));
        return new Quality(
                filter.forks().size(),
                filter.blocks(),
                filter.kept(),
                dropped,
                filter.forksDropped(),
                notWarm(evidence),
                median(filter.slices().mapToDouble(slice -> slice.generator().lagP99Micros())),
                filter.slices()
                        .mapToDouble(slice -> slice.generator().work())
                        .max()
                        .orElse(0),
                filter.slices().mapToDouble(Inspection::masked).max().orElse(0),
                BlockFilter.open(evidence.experiment())
                        ? Fitness.ceilingShare(filter).orElse(null)
                        : null,
                nullP99(evidence),
                sentinel,
                invalid(evidence, filter, dropped, sentinel),
                filter.foreignCores().isPresent() ? filter.foreignCores().getAsDouble() : null,
                failures(evidence),
                notes(evidence, baseline, filter, times, rates));
    }

    private static @Nullable String invalid(
            Evidence evidence, BlockFilter filter, Map<String, Integer> dropped, Optional<Ranking.RankedArm> sentinel) {
        if (filter.blocks() == 0) {
            return "nothing was measured";
        }
        if (filter.tooFewLeft()) {
            String seen = dropped.entrySet().stream()
                    .map(cause -> cause.getKey() + " in " + cause.getValue())
                    .collect(Collectors.joining("; "));
            return String.format(
                    Locale.ROOT,
                    "environment: %d of %d blocks were disturbed (%s), and of the %d announced %d are missing, more than"
                            + " %.0f %%. A machine that disturbs fewer than half of them would decide it: end other"
                            + " programs, or take a quieter machine, and measure again",
                    filter.blocks() - filter.kept(),
                    filter.blocks(),
                    seen,
                    filter.announced(),
                    filter.lacking(),
                    100 * Quality.MOST_LACKING);
        }
        return sentinel.flatMap(standing ->
                        AaControl.complaint(standing, evidence.experiment().baseline()))
                .orElse(null);
    }

    /** The arms of a fork that were not warm, for one reason. */
    private record Unwarmed(String why, List<String> arms) {}

    /** In a quick run of many arms that may be all of them in each fork, so forks with the same arms and reason share a line. */
    private static List<String> notWarm(Evidence evidence) {
        Map<Unwarmed, List<Integer>> forks = new LinkedHashMap<>();
        for (Evidence.Fork fork : evidence.forks()) {
            fork.all(ForkEvent.Warmed.class).stream()
                    .filter(warmed -> !warmed.warm())
                    .collect(Collectors.groupingBy(
                            ForkEvent.Warmed::why,
                            TreeMap::new,
                            Collectors.mapping(ForkEvent.Warmed::arm, Collectors.toCollection(TreeSet::new))))
                    .forEach((why, arms) -> forks.computeIfAbsent(
                                    new Unwarmed(why, List.copyOf(arms)), _ -> new ArrayList<>())
                            .add(fork.number()));
        }
        int all = evidence.experiment().arms().size();
        List<String> lines = new ArrayList<>();
        forks.forEach((cold, numbers) -> lines.add((numbers.size() == 1 ? "fork " : "forks ")
                + numbers.stream().map(String::valueOf).collect(Collectors.joining(", ")) + ": "
                + (cold.arms.size() == all ? "all arms" : String.join(", ", cold.arms))
                + (cold.why.isEmpty() ? "" : " (" + cold.why + ")")));
        return lines;
    }

    private static List<String> failures(Evidence evidence) {
        return evidence.forks().stream()
                .flatMap(fork -> fork.all(ForkEvent.Failed.class).stream())
                .map(failed -> "fork " + failed.fork() + ": " + (failed.arm() == null ? "all arms" : failed.arm())
                        + ": " + failed.cause())
                .toList();
    }

    private static List<String> notes(
            Evidence evidence, String baseline, BlockFilter filter, Fitness times, Fitness rates) {
        List<String> notes = new ArrayList<>();
        filter.foreignCores()
                .ifPresent(cores -> notes.add(String.format(
                        Locale.ROOT,
                        "costs are those beside other programs, which used %.2f %s (median); on a machine of its own a server may cost more or less,"
                                + " also in comparison with others",
                        cores,
                        cores > 1 ? "cores" : "core")));
        notes.addAll(Fitness.notes(times, rates, evidence.experiment().contenders(), baseline));
        SharedCores.note(evidence.experiment()).ifPresent(notes::add);
        if (!filter.complaints().isEmpty()) {
            notes.add("the generator said of dropped blocks, first: "
                    + filter.complaints().getFirst());
        }
        for (Arm arm : evidence.experiment().arms()) {
            unanswered(filter, arm.label()).ifPresent(notes::add);
            errors(filter, arm.label()).ifPresent(notes::add);
            capacity(evidence, arm.label()).ifPresent(notes::add);
            left(evidence, arm.label()).ifPresent(notes::add);
        }
        notes.addAll(evidence.damage());
        return notes;
    }

    private static Optional<String> unanswered(BlockFilter filter, String arm) {
        String metrics = Arrays.stream(Metric.values())
                .filter(metric -> filter.forks().stream().anyMatch(fork -> ForkValue.unanswered(metric, fork, arm)))
                .map(Metric::caption)
                .collect(Collectors.joining(", "));
        return metrics.isEmpty()
                ? Optional.empty()
                : Optional.of(arm + ": too many requests had no answer in time: not known are its " + metrics);
    }

    private static Optional<String> errors(BlockFilter filter, String arm) {
        Map<String, Long> errors = new TreeMap<>();
        filter.slices()
                .filter(slice -> slice.arm().equals(arm))
                .forEach(slice ->
                        slice.traffic().errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum)));
        errors.values().removeIf(count -> count == 0);
        return errors.isEmpty()
                ? Optional.empty()
                : Optional.of(arm + ": errors in kept blocks: "
                        + errors.entrySet().stream()
                                .map(error -> error.getKey() + " " + error.getValue())
                                .collect(Collectors.joining(", ")));
    }

    /** Notes the arms that left before the end because their comparisons were decided. */
    private static Optional<String> left(Evidence evidence, String arm) {
        long raced = evidence.forks().stream().filter(fork -> fork.races(arm)).count();
        return raced == evidence.forks().size()
                ? Optional.empty()
                : Optional.of(arm + ": decided after " + raced + " forks, and not measured in the others");
    }

    /** Notes the arms for which the search for the highest rate ended without a figure. */
    private static Optional<String> capacity(Evidence evidence, String arm) {
        List<ForkEvent.Capacity> found = evidence.forks().stream()
                .flatMap(fork -> fork.all(ForkEvent.Capacity.class).stream())
                .filter(one -> one.arm().equals(arm))
                .toList();
        OptionalDouble kept = found.stream()
                .filter(one -> one.unavailable() == null && one.upper() == null)
                .mapToDouble(ForkEvent.Capacity::lower)
                .min();
        if (kept.isPresent()) {
            return Optional.of(arm + ": its highest sustainable rate is above " + FigureText.number(kept.getAsDouble())
                    + "/s, the highest rate that the generator could offer");
        }
        return found.stream()
                .flatMap(one -> Stream.ofNullable(one.unavailable()))
                .findFirst()
                .map(why -> arm + ": its highest sustainable rate was not found in every fork: " + why);
    }

    private static double masked(Slice slice) {
        long answered = slice.traffic().answered();
        return answered == 0 ? 0 : Math.min(1, slice.traffic().masked() / (double) answered);
    }

    private static @Nullable Double nullP99(Evidence evidence) {
        double median = median(evidence.forks().stream()
                .flatMap(fork -> fork.all(ForkEvent.Ceiling.class).stream())
                .mapToDouble(ForkEvent.Ceiling::p99Micros));
        return Double.isNaN(median) ? null : median;
    }

    static double median(DoubleStream values) {
        double[] sorted = values.sorted().toArray();
        return sorted.length == 0 ? Double.NaN : (sorted[(sorted.length - 1) / 2] + sorted[sorted.length / 2]) / 2;
    }
}
