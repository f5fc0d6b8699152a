package dev.gearbox.report.document;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.analysis.Findings;
import dev.gearbox.evidence.analysis.Metric;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The floor and the capacity of each arm that has them, and of those above their capacity what they answered and what they refused. */
public final class CapacityNotes {
    private CapacityNotes() {}

    /** Returns the lines, in sentences; empty if no arm has a bound. */
    public static List<String> of(Evidence evidence, Findings findings) {
        Map<String, List<String>> alike = new LinkedHashMap<>();
        List<String> lines = new ArrayList<>();
        for (Arm arm : findings.experiment().contenders()) {
            ArmBound bound = arm.bound();
            if (bound != null) {
                alike.computeIfAbsent(words(bound), _ -> new ArrayList<>()).add(arm.label());
            }
        }
        if (!alike.isEmpty()) {
            lines.add("By pools and waits alone: "
                    + alike.entrySet().stream()
                            .map(each -> Phrases.list(each.getValue()) + ": " + each.getKey())
                            .collect(Collectors.joining("; "))
                    + ".");
        }
        for (Arm arm : findings.experiment().contenders()) {
            arm.exceeded().ifPresent(_ -> lines.add(exceeded(arm.label(), evidence, findings)));
        }
        return List.copyOf(lines);
    }

    private static String words(ArmBound bound) {
        Double capacity = bound.capacityPerSecond();
        return "at least " + Numbers.plain(bound.floorMillis()) + " ms, "
                + (capacity == null ? "no limit" : "at most " + Numbers.plain(capacity) + "/s") + " ("
                + bound.derivation() + ")";
    }

    private static String exceeded(String arm, Evidence evidence, Findings findings) {
        Optional<Double> rate = findings.by(Metric.RATE)
                .flatMap(ranking -> ranking.of(arm))
                .map(standing -> standing.value().value());
        List<Slice.Requests> traffic = evidence.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .filter(slice -> slice.arm().equals(arm))
                .map(Slice::traffic)
                .toList();
        double seconds = traffic.stream().mapToDouble(Slice.Requests::seconds).sum();
        double offered = traffic.stream()
                .mapToDouble(one -> one.offeredPerSecond() * one.seconds())
                .sum();
        long failed = traffic.stream().mapToLong(Slice.Requests::failed).sum();
        return arm + " is above its capacity, so its times have no verdict: of "
                + Numbers.plain(offered / Math.max(seconds, 1e-9)) + " requests/s "
                + rate.map(value -> Numbers.plain(value) + "/s were answered").orElse("none was answered") + ", "
                + Numbers.plain(failed / Math.max(seconds, 1e-9)) + "/s refused or failed.";
    }
}
