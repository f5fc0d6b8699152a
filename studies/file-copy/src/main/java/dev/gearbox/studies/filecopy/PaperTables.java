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
    private static final int RUNS = 8;
    private static final int COUNTED = 5;

    /** The paper has 1 KB, 1, 10, 100, 500 MB and 1 GB. */
    private static final List<String> SIZES = List.of("1KiB", "1MiB", "10MiB", "100MiB", "500MiB", "1GiB");

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
     * @param cell returns the cell of a workload and a size
     * @param subject returns the subject of a spec in a cell
     * @param obstacle returns why a spec is not run in a cell
     */
    static List<PublishedTable> all(
            BiFunction<String, String, JobCell> cell,
            BiFunction<Condition, String, Subject> subject,
            BiFunction<JobCell, String, Optional<String>> obstacle) {
        return List.of(
                table("Table 1: reading, ms", "read", READ, cell, subject, obstacle),
                table("Table 2: copying, ms", "copy", COPY, cell, subject, obstacle));
    }

    private static PublishedTable table(
            String title,
            String workload,
            Map<String, String> rows,
            BiFunction<String, String, JobCell> cell,
            BiFunction<Condition, String, Subject> subject,
            BiFunction<JobCell, String, Optional<String>> obstacle) {
        List<PublishedTable.PublishedRow> made = new ArrayList<>();
        rows.forEach((name, spec) -> made.add(new PublishedTable.PublishedRow(
                name,
                SIZES.stream()
                        .map(size -> cell.apply(workload, size))
                        .map(job -> new PublishedTable.PublishedRun(
                                subject.apply(job, spec),
                                new PublishedTable.Procedure.JobRuns(job, 1, RUNS, COUNTED),
                                List.of(new PublishedTable.PublishedFigure(
                                        PublishedTable.Quantity.UNIT_TIME, Optional.empty())),
                                obstacle.apply(job, spec)))
                        .toList())));
        return new PublishedTable(title, SOURCE, RUNS + " runs, mean of the last " + COUNTED, List.of(), SIZES, made);
    }
}
