package dev.gearbox.lab.job;

import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import java.util.List;
import java.util.Optional;

/**
 * A table of the literature, and what to run to reproduce it by the literature's own method: a number of runs in a row in one process, of which only the
 * last ones count.
 *
 * @param title the title
 * @param source the publication
 * @param runs the number of runs of each cell, one after another
 * @param counted the number of last runs whose mean is the figure
 * @param columns the names of the columns, in order
 * @param rows the rows, in order
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
     * A row of the table.
     *
     * @param name the name in the literature
     * @param cells the cells, one for each column
     */
    public record PublishedRow(String name, List<PublishedCell> cells) {
        /** Copies the list. */
        public PublishedRow {
            cells = List.copyOf(cells);
        }
    }

    /**
     * A cell of the table.
     *
     * @param reported the reported figure, in ms; empty: it is not in the text
     * @param subject the subject that does the job
     * @param job the job; its first unit is a run
     * @param obstacle why it is not run here; empty: it is run
     */
    public record PublishedCell(Optional<String> reported, Subject subject, JobCell job, Optional<String> obstacle) {}
}
