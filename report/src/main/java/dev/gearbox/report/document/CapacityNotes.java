package dev.gearbox.report.document;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.ArmBound;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.analysis.Findings;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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
            arm.exceeded().ifPresent(_ -> lines.add(exceeded(arm.label(), evidence)));
        }
        return List.copyOf(lines);
    }

    private static String words(ArmBound bound) {
        Double capacity = bound.capacityPerSecond();
        return "at least " + Numbers.plain(bound.floorMillis()) + " ms, "
                + (capacity == null ? "no limit" : "at most " + Numbers.plain(capacity) + "/s") + " ("
                + bound.derivation() + ")";
    }

    /** Of all windows, also of those that were disturbed: the rates are for orientation, and have their verdicts elsewhere. */
    private static String exceeded(String arm, Evidence evidence) {
        List<Slice.Requests> traffic = evidence.forks().stream()
                .flatMap(fork -> fork.slices().stream())
                .filter(slice -> slice.arm().equals(arm))
                .map(Slice::traffic)
                .toList();
        double seconds = traffic.stream().mapToDouble(Slice.Requests::seconds).sum();
        double offered = traffic.stream()
                .mapToDouble(one -> one.offeredPerSecond() * one.seconds())
                .sum();
        long answered = traffic.stream().mapToLong(Slice.Requests::answered).sum();
        long failed = traffic.stream().mapToLong(Slice.Requests::failed).sum();
        return arm + " is above its capacity, so its times have no verdict: of "
                + Numbers.plain(offered / Math.max(seconds, 1e-9)) + " requests/s "
                + Numbers.plain(answered / Math.max(seconds, 1e-9)) + "/s were answered, "
                + Numbers.plain(failed / Math.max(seconds, 1e-9)) + "/s refused or failed.";
    }
}
