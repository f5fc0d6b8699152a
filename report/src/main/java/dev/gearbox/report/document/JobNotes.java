package dev.gearbox.report.document;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.evidence.analysis.Analysis;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.HdrHistogram.Histogram;

/** Notes on arms that did jobs: which did only a part of the job, and when each unit was completed. */
public final class JobNotes {
    /** Points of a curve: enough for the width of a picture. */
    private static final int POINTS = 100;

    private JobNotes() {}

    /** Returns which arms did a part of the job and how much of it, and how many jobs were repeated; empty if all did all of it, once. */
    public static List<String> parts(Evidence evidence) {
        Map<String, Slice.Job> parts = new LinkedHashMap<>();
        evidence.forks().stream().flatMap(fork -> fork.slices().stream()).forEach(slice -> {
            Slice.Job job = slice.job();
            if (job != null && job.done() < job.whole()) {
                parts.put(slice.arm(), job);
            }
        });
        long again = evidence.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .flatMap(slice -> Stream.ofNullable(slice.job()))
                .mapToLong(job -> job.tries() - 1)
                .sum();
        List<String> told = new ArrayList<>();
        if (!parts.isEmpty()) {
            // Of many arms most did the same part.
            Map<String, List<String>> arms = new LinkedHashMap<>();
            parts.forEach((arm, job) -> arms.computeIfAbsent(job.done() + " of " + job.whole(), _ -> new ArrayList<>())
                    .add(arm));
            told.add("Did a part of the job; times are extrapolated to the whole: "
                    + arms.entrySet().stream()
                            .map(part -> part.getKey() + " by " + Phrases.list(part.getValue()))
                            .collect(Collectors.joining("; "))
                    + ".");
        }
        if (again > 0) {
            told.add("Repeated because other programs used the machine: " + Numbers.count(again, "job") + ".");
        }
        return List.copyOf(told);
    }

    /** The system calls that were traced, for each unit, of each arm once. */
    public static List<String> calls(Evidence evidence) {
        Map<String, String> told = new LinkedHashMap<>();
        if (evidence.experiment().loop().equals(Experiment.JOB)) {
            evidence.forks().stream()
                    .flatMap(fork -> fork.all(ForkEvent.Counted.class).stream())
                    .filter(counted -> counted.requests() > 0)
                    .forEach(counted -> told.putIfAbsent(
                            counted.arm(), "Calls for each unit of " + counted.arm() + " (strace): " + calls(counted)));
        }
        return List.copyOf(told.values());
    }

    private static String calls(ForkEvent.Counted counted) {
        return counted.systemCalls().entrySet().stream()
                .sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey()))
                .map(call -> call.getKey() + " " + Numbers.plain(call.getValue() / (double) counted.requests()))
                .collect(Collectors.joining(", "));
    }

    /** What jobs were done with, as each launch of a fork says it, once; empty for what is no job. */
    public static List<String> fixtures(Evidence evidence) {
        return evidence.experiment().loop().equals(Experiment.JOB)
                ? evidence.forks().stream()
                        .flatMap(fork -> fork.all(ForkEvent.Launch.class).stream())
                        .flatMap(launch -> launch.notes().stream())
                        .distinct()
                        .toList()
                : List.of();
    }

    /** Unit by unit in the order of completion, of all slices that count for times; an arm without one is left out. */
    static List<Document.Completions> completions(Evidence evidence, List<Arm> arms) {
        Map<Integer, Evidence.Fork> forks =
                evidence.forks().stream().collect(Collectors.toMap(Evidence.Fork::number, fork -> fork));
        List<Document.Completions> all = new ArrayList<>();
        for (Arm arm : arms) {
            List<Slice> slices = Analysis.timed(evidence).stream()
                    .filter(slice -> slice.arm().equals(arm.label()) && slice.job() != null)
                    .toList();
            Histogram times = TimeHistograms.merged(
                    slices.stream()
                            .flatMap(slice ->
                                    Stream.ofNullable(forks.get(slice.fork())).map(fork -> fork.times(slice)))
                            .toList(),
                    TimeHistograms.Kind.RESPONSE);
            if (times.getTotalCount() > 0) {
                all.add(of(arm.label(), slices, times));
            }
        }
        return List.copyOf(all);
    }

    private static Document.Completions of(String arm, List<Slice> slices, Histogram times) {
        Slice.Job job = Objects.requireNonNull(slices.getFirst().job());
        double came = times.getTotalCount() / (double) (slices.size() * job.done());
        List<List<Double>> points = new ArrayList<>();
        for (int point = 0; point <= POINTS; point++) {
            double share = point / (double) POINTS;
            points.add(List.of(
                    Numbers.rounded(share * came * job.whole()),
                    Numbers.rounded(times.getValueAtPercentile(100 * share) / 1e6)));
        }
        return new Document.Completions(arm, job.whole(), job.done(), points);
    }
}
