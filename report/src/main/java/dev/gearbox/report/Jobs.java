package dev.gearbox.report;

import dev.gearbox.evidence.Evidence;
import dev.gearbox.evidence.Slice;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What a reader must know of arms that did jobs: who did only a part of it, because all would have taken too long. */
final class Jobs {
    private Jobs() {}

    /** "In part, times told for the whole: pool?threads=1 (6 of 1000)"; empty where all did all of it. */
    static List<String> parts(Evidence evidence) {
        Map<String, Slice.Job> parts = new LinkedHashMap<>();
        evidence.forks().stream().flatMap(fork -> fork.slices().stream()).forEach(slice -> {
            Slice.Job job = slice.job();
            if (job != null && job.done() < job.whole()) {
                parts.put(slice.arm(), job);
            }
        });
        List<String> each = new ArrayList<>();
        parts.forEach((arm, job) -> each.add(arm + " (" + job.done() + " of " + job.whole() + ")"));
        return each.isEmpty()
                ? List.of()
                : List.of("Did a part of the job, its times told for the whole: " + String.join(", ", each) + ".");
    }
}
