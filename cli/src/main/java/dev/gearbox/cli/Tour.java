package dev.gearbox.cli;

import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Length;
import dev.gearbox.lab.Study;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What {@code gearbox run} shows to someone who has just come: two workloads, every model, at most three minutes. */
final class Tour {
    private static final String PING = "ping";

    /** A little less than what is promised. The more engines there are, the shorter is the look at each. */
    private static final Duration WHOLE = Duration.ofSeconds(175);

    private Tour() {}

    static List<Contest> contests(Study study) {
        List<Contest> contests = List.of(contest(study, PING, 100), contest(study, "hello-bye", 1000));
        int trials =
                contests.stream().mapToInt(contest -> contest.subjects().size()).sum();
        Duration load = WHOLE.dividedBy(trials).minus(Contest.AROUND);
        Duration warmUp = load.multipliedBy(2).dividedBy(5);
        return contests.stream()
                .map(contest -> new Contest(contest.cell().during(warmUp, load.minus(warmUp)), contest.subjects()))
                .toList();
    }

    private static Contest contest(Study study, String workload, int connections) {
        Cell cell = study.workload(workload)
                .cells(Length.QUICK, Map.of("connections", List.of(Integer.toString(connections))))
                .getFirst();
        List<String> specs = new ArrayList<>(Lineup.oneOfEach(connections));
        if (workload.equals(PING)) {
            specs.add("ref-selector"); // whoever reconnects pays the kernel, and the abstraction hardly shows
        }
        return new Contest(cell, Lineup.subjects(cell, specs, Optional.empty()));
    }
}
