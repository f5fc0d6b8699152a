package dev.gearbox.cli;

import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code gearbox run} shows to someone who has just come: two workloads, every engine, at most three minutes. */
final class Tour {
    private static final String PING = "ping";
    private static final Duration PING_WARM_UP = Duration.ofSeconds(2);
    private static final Duration PING_MEASURE = Duration.ofSeconds(3);
    private static final Duration HELLO_WARM_UP = Duration.ofSeconds(2);
    private static final Duration HELLO_MEASURE = Duration.ofSeconds(3);

    private Tour() {}

    static List<Contest> contests(Study study) {
        return List.of(
                contest(study, PING, 100, PING_WARM_UP, PING_MEASURE),
                contest(study, "hello-bye", 1000, HELLO_WARM_UP, HELLO_MEASURE));
    }

    private static Contest contest(Study study, String workload, int connections, Duration warmUp, Duration measure) {
        Cell cell = study.workload(workload)
                .cells(Length.QUICK, Map.of("connections", List.of(Integer.toString(connections))))
                .getFirst();
        List<String> specs = new ArrayList<>(Lineup.engines(connections));
        if (workload.equals(PING)) {
            specs.add("ref-selector"); // whoever reconnects pays the kernel, and the abstraction hardly shows
        }
        return new Contest(cell.during(warmUp, measure), Lineup.subjects(cell, specs, Optional.empty()));
    }
}
