package dev.gearbox.cli;

import dev.gearbox.lab.Cell;
import dev.gearbox.lab.Subject;
import java.time.Duration;
import java.util.List;

/**
 * One table to be: a cell and who takes part in it.
 *
 * @param cell what users do
 * @param subjects what serves them
 */
record Contest(Cell cell, List<Subject> subjects) {
    /** Two JVMs start and end, users connect: what a trial takes besides its load. */
    static final Duration AROUND = Duration.ofMillis(2200);

    Contest {
        subjects = List.copyOf(subjects);
    }

    /** About how long it takes. */
    Duration expected() {
        return cell.warmUp().plus(cell.measure()).plus(AROUND).multipliedBy(subjects.size());
    }
}
