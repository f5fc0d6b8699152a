package dev.gearbox.lab.job;

import dev.gearbox.evidence.analysis.Metric;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import java.util.List;
import java.util.Optional;

/**
 * A table of the literature, and what to run to reproduce it by the literature's own method.
 *
 * @param title the title
 * @param source the publication
 * @param method the method, as it is repeated here; says what was shortened
 * @param notes what else a reader must know, in sentences, such as figures of the source that contradict each other
 * @param columns the names of the columns, in order
 * @param rows the rows, in order
 * @param over the axis of the workload over which it is drawn as a figure: its rows are points, those of one curve have one name; empty: it is a table
 * @param cores the fewest cores of the subjects
 */
public record PublishedTable(
        String title,
        String source,
        String method,
        List<String> notes,
        List<String> columns,
        List<PublishedRow> rows,
        Optional<String> over,
        int cores) {
    /** A table that is not drawn, for any number of cores. */
    public PublishedTable(
            String title,
            String source,
            String method,
            List<String> notes,
            List<String> columns,
            List<PublishedRow> rows) {
        this(title, source, method, notes, columns, rows, Optional.empty(), 1);
    }

    /** Copies the lists. */
    public PublishedTable {
        if (cores < 1) {
            throw new IllegalArgumentException(title + ": cores are a number from 1");
        }
        notes = List.copyOf(notes);
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        for (PublishedRow row : rows) {
            int figures =
                    row.runs().stream().mapToInt(run -> run.figures().size()).sum();
            if (figures != columns.size()) {
                throw new IllegalArgumentException(
                        title + ": " + row.name() + " has " + figures + " figures for " + columns.size() + " columns");
            }
        }
    }

    /** Returns what identifies a run of this table: tables that have a run in common share its result. */
    public RunKey key(PublishedRun run) {
        return new RunKey(run.subject().label(), run.procedure().cell().label(), method);
    }

    /**
     * What identifies a run.
     *
     * @param subject the subject's label
     * @param condition the label of the workload's cell
     * @param method the method, with the length or number of the runs, and the cores if more than one is needed
     */
    public record RunKey(String subject, String condition, String method) {}

    /**
     * A row of the table.
     *
     * @param name the name in the literature
     * @param runs what fills its columns, from the first to the last
     */
    public record PublishedRow(String name, List<PublishedRun> runs) {
        /** Copies the list. */
        public PublishedRow {
            runs = List.copyOf(runs);
        }
    }

    /**
     * What is run for one or several cells beside each other.
     *
     * @param subject the subject
     * @param procedure what it does
     * @param figures a figure for each cell
     * @param obstacle why it is not run here; empty: it is run
     */
    public record PublishedRun(
            Subject subject, Procedure procedure, List<PublishedFigure> figures, Optional<String> obstacle) {
        /** Copies the list. */
        public PublishedRun {
            figures = List.copyOf(figures);
        }
    }

    /** What a subject does to fill cells of the table. */
    public sealed interface Procedure {
        /** Returns the condition. */
        Condition cell();

        /**
         * A job, several times in a row in one process, without a warm-up.
         *
         * @param cell the job
         * @param units of each run
         * @param runs the number of runs, one after another
         * @param counted the number of last runs that count
         */
        record JobRuns(JobCell cell, long units, int runs, int counted) implements Procedure {
            /** Checks the numbers. */
            public JobRuns {
                if (units < 1 || counted < 1 || counted > runs) {
                    throw new IllegalArgumentException(
                            counted + " of " + runs + " runs of " + units + " units cannot count");
                }
            }
        }

        /**
         * Users of a server, in one run.
         *
         * @param cell the load, with the durations of the run
         */
        record UserRun(Cell cell) implements Procedure {}

        /**
         * A program that prints the figure.
         *
         * @param cell the load that it plays in small, for its name
         * @param program which prints it
         * @param theirs the figure by the literature's method
         * @param ours the figure by the lab's own method
         */
        record PrintedRun(Cell cell, JvmLaunch program, Claim.Measure.Kind theirs, Claim.Measure.Kind ours)
                implements Procedure {}
    }

    /**
     * A cell of the table.
     *
     * @param quantity what it says
     * @param reported the reported figure; empty: it is not in the text
     */
    public record PublishedFigure(Quantity quantity, Optional<String> reported) {}

    /** What a cell of a table says. */
    public enum Quantity {
        /** Mean time of a run, in ms. */
        TIME("time, ms", Optional.of(Metric.ELAPSED)),
        /** The difference of the longest run and the shortest, in ms. */
        SPREAD("longest less shortest, ms", Optional.empty()),
        /** Mean time of a file, in ms; by the lab's own method from the rate. */
        UNIT_TIME("time, ms", Optional.of(Metric.RATE)),
        /** Units of the job that failed in all its runs, or requests that had no right answer. */
        ERRORS("errors in total", Optional.empty()),
        /** Threads of the server. */
        THREADS("threads", Optional.of(Metric.THREADS)),
        /** Processor time, in per cent of a core. */
        CPU("CPU, %", Optional.of(Metric.CORES)),
        /** Transactions that were made. */
        TRANSACTIONS("transactions", Optional.empty()),
        /** Requests that were answered rightly. */
        REQUESTS("requests", Optional.empty()),
        /** Those per second. */
        REQUEST_RATE("requests/s", Optional.of(Metric.RATE)),
        /** Mean response, in ms. */
        RESPONSE("mean response, ms", Optional.of(Metric.MEAN)),
        /** Transactions per second. */
        RATE("transactions/s", Optional.of(Metric.CONNECTS)),
        /** Mean time of an accept, in ms. */
        ACCEPT("time of an accept, ms", Optional.empty()),
        /** What follows from it if nothing else takes time. */
        ACCEPT_RATE("1/time of an accept, TPS", Optional.empty());

        private final String caption;
        private final Optional<Metric> ours;

        Quantity(String caption, Optional<Metric> ours) {
            this.caption = caption;
            this.ours = ours;
        }

        /** Returns the name of its column. */
        public String caption() {
            return caption;
        }

        /** Returns the lab's metric for it; empty: there is none. */
        public Optional<Metric> ours() {
            return ours;
        }

        /** Converts a value of the lab's metric. */
        public double from(double value) {
            return switch (this) {
                case CPU -> 100 * value;
                case RESPONSE -> value / 1e3;
                case UNIT_TIME -> 1e3 / value;
                case TIME, SPREAD, ERRORS, THREADS, TRANSACTIONS, RATE, REQUESTS, REQUEST_RATE -> value;
                // From µs.
                case ACCEPT -> value / 1e3;
                case ACCEPT_RATE -> 1e6 / value;
            };
        }
    }
}
