package dev.gearbox.lab.job;

import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import java.util.List;
import java.util.Optional;

/**
 * A table of the literature, and what has to be run to make it again by the literature's own method: so many runs in a row of one process, of which the
 * last ones count.
 *
 * @param title what it is a table of
 * @param source where it stands
 * @param runs of each cell, one after another
 * @param counted of these, the last ones: their mean is the figure
 * @param columns in order
 * @param rows in order
 */
public record PublishedTable(
        String title, String source, int runs, int counted, List<String> columns, List<PublishedRow> rows) {
    /** Copies the lists. */
    public PublishedTable {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        if (counted < 1 || counted > runs) {
            throw new IllegalArgumentException(counted + " of " + runs + " runs cannot count");
        }
    }

    /**
     * A row of it.
     *
     * @param name as the literature has it
     * @param cells one for each column
     */
    public record PublishedRow(String name, List<PublishedCell> cells) {
        /** Copies the list. */
        public PublishedRow {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A cell of it.
     *
     * @param reported what they reported, in ms; empty: it is not in the text
     * @param subject what does the job
     * @param job what it does; the first unit of it is a run
     * @param obstacle why it is not run here; empty: it is
     */
    public record PublishedCell(Optional<String> reported, Subject subject, JobCell job, Optional<String> obstacle) {}
}
