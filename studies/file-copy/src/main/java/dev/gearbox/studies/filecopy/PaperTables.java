package dev.gearbox.studies.filecopy;

import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;

/** The two tables of the paper, reading and copying by size. Their figures are not in the text. */
final class PaperTables {
    private static final String SOURCE = "a 2021 paper on multi-Reactor servers, section 3.1";
    private static final Runs PAPER = new Runs(8, 5);

    /** The shortened form. */
    private static final Runs QUICK = new Runs(3, 2);

    /** The paper has 1 KB, 1, 10, 100, 500 MB and 1 GB. */
    private static final List<String> SIZES = List.of("1KiB", "1MiB", "10MiB", "100MiB", "500MiB", "1GiB");

    /** The sizes that the shortened form leaves out: most of the time goes into them. */
    private static final List<String> LONG = List.of("500MiB", "1GiB");

    private static final Map<String, String> READ = rows(
            "unbuffered stream", "stream",
            "buffered stream, by bytes", "buffered-bytes",
            "buffered stream, into an array", "buffered-array",
            "channel, heap buffer", "channel-heap",
            "channel, direct buffer", "channel-direct");

    private static final Map<String, String> COPY = rows(
            "unbuffered stream", "stream",
            "buffered stream, by bytes", "buffered-bytes",
            "buffered stream, into an array", "buffered-array",
            "channel, heap buffer", "channel-heap",
            "channel, direct buffer", "channel-direct",
            "source and target mapped", "mapped-both",
            "source mapped", "mapped-source",
            "transferTo", "transfer-to");

    /**
     * How often a file is read or copied in one process.
     *
     * @param all the number of runs
     * @param counted the number of last runs that count
     */
    private record Runs(int all, int counted) {
        @Override
        public String toString() {
            return all + " runs, mean of the last " + counted;
        }
    }

    /** What the study provides: the cell of a workload and a size, the subject of a spec in a cell, and why a spec is not run in a cell. */
    record Provided(
            BiFunction<String, String, JobCell> cell,
            BiFunction<Condition, String, Subject> subject,
            BiFunction<JobCell, String, Optional<String>> obstacle) {}

    private PaperTables() {}

    private static Map<String, String> rows(String... namesAndSpecs) {
        Map<String, String> rows = new LinkedHashMap<>();
        for (int i = 0; i < namesAndSpecs.length; i += 2) {
            rows.put(namesAndSpecs[i], namesAndSpecs[i + 1]);
        }
        return rows;
    }

    /**
     * Returns both tables.
     *
     * @param quick whether fewer runs are made, and none of the longest
     */
    static List<PublishedTable> all(Provided provided, boolean quick) {
        return List.of(
                table("Table 1: reading, ms", "read", READ, provided, quick),
                table("Table 2: copying, ms", "copy", COPY, provided, quick));
    }

    private static PublishedTable table(
            String title, String workload, Map<String, String> rows, Provided provided, boolean quick) {
        Runs runs = quick ? QUICK : PAPER;
        List<PublishedTable.PublishedRow> made = new ArrayList<>();
        rows.forEach((name, spec) -> made.add(new PublishedTable.PublishedRow(
                name,
                SIZES.stream()
                        .map(size -> run(
                                provided,
                                provided.cell.apply(workload, size),
                                spec,
                                runs,
                                quick && LONG.contains(size)))
                        .toList())));
        String shortened =
                quick ? ", shortened from " + PAPER + "; without files of " + String.join(" and ", LONG) : "";
        return new PublishedTable(title, SOURCE, runs + shortened, List.of(), SIZES, made);
    }

    private static PublishedTable.PublishedRun run(
            Provided provided, JobCell job, String spec, Runs runs, boolean leftOut) {
        return new PublishedTable.PublishedRun(
                provided.subject.apply(job, spec),
                new PublishedTable.Procedure.JobRuns(job, 1, runs.all, runs.counted),
                List.of(new PublishedTable.PublishedFigure(PublishedTable.Quantity.UNIT_TIME, Optional.empty())),
                leftOut ? Optional.of("a shortened run leaves it out") : provided.obstacle.apply(job, spec));
    }
}
