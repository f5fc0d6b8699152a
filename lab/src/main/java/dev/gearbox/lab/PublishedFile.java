package dev.gearbox.lab;

import dev.gearbox.data.Place;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.lab.job.PublishedTable;
import dev.gearbox.lab.job.PublishedTable.PublishedFigure;
import dev.gearbox.lab.job.PublishedTable.PublishedRow;
import dev.gearbox.lab.job.PublishedTable.PublishedRun;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.Condition;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.MemoryCell;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Reads {@code published.yaml}: the tables of the literature, with every figure that is in the text.
 *
 * <pre>
 * tables:
 *   - title: "Table 3: a thread for each connection"
 *     source: a 2021 journal paper, section 3.2
 *     notes: ["306,322 hellos in 120 s are 2,553/s, not 1,826"]     may be left out
 *     workload: hello-bye
 *     users: {measure: 120s, quick: 10s}                            or jobs: {runs: 7, quick: 2}, or printed: {theirs: accept-cold, ours: accept-ready}
 *     cores: 2                                                      the fewest cores of the subjects; 1 if left out
 *     over: connections                                             draws the table over this axis, a curve for each name; may be left out
 *     columns: [threads, cpu, transactions, response, rate]
 *     rows:
 *       - {name: "4,000 users", arm: threads, axes: {connections: 4000}, reported: {threads: "3,002"}}
 * </pre>
 * What is not under {@code reported} is not in the text.
 */
public final class PublishedFile {
    private static final String FILE = "published.yaml";

    private record Form(List<TableForm> tables) {}

    private record TableForm(
            String title,
            String source,
            Optional<List<String>> notes,
            String workload,
            Optional<UsersForm> users,
            Optional<JobsForm> jobs,
            Optional<PrintedForm> printed,
            Optional<Integer> cores,
            Optional<String> over,
            List<String> columns,
            List<Row> rows) {}

    private record UsersForm(Duration measure, Duration quick) {}

    private record JobsForm(int runs, int quick) {}

    /** The figure of the literature's method and of ours, which programs of the study print. */
    private record PrintedForm(String theirs, String ours) {}

    private record Row(
            String name,
            String arm,
            Optional<String> offload,
            Map<String, String> axes,
            Optional<Map<String, String>> reported) {}

    private final StudyProvider provider;
    private final Study study;
    private final boolean quick;

    private PublishedFile(StudyProvider provider, boolean quick) {
        this.provider = provider;
        this.quick = quick;
        study = provider.study();
    }

    /**
     * Reads the file.
     *
     * @param files opens a file next to the study's class
     * @param provider whose subjects and workloads the tables name
     * @param quick whether runs are shortened
     * @throws dev.gearbox.lab.data.LabException naming file and key
     */
    public static List<PublishedTable> read(
            Function<String, @Nullable InputStream> files, StudyProvider provider, boolean quick) {
        try (InputStream in = files.apply(FILE)) {
            if (in == null) {
                throw new IllegalStateException(FILE + " is not in the folder of the study");
            }
            Form form = DataFiles.READER.read(FILE, in, Form.class);
            PublishedFile file = new PublishedFile(provider, quick);
            Place tables = Place.of(FILE).at("tables");
            return IntStream.range(0, form.tables.size())
                    .mapToObj(i -> file.table(tables.at(i), form.tables.get(i)))
                    .toList();
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private PublishedTable table(Place at, TableForm table) {
        if (Stream.of(table.users, table.jobs, table.printed)
                        .filter(Optional::isPresent)
                        .count()
                != 1) {
            throw DataFiles.READER.error(at.at("users"), "or jobs or printed must be given, and one of them only");
        }
        table.over.ifPresent(axis -> {
            if (!study.workload(table.workload).axes().containsKey(axis) || table.columns.size() != 1) {
                throw DataFiles.READER.error(
                        at.at("over"), "is an axis of " + table.workload + ", and only one column is drawn");
            }
        });
        int cores = table.cores.orElse(1);
        if (cores < 1) {
            throw DataFiles.READER.error(at.at("cores"), "is a number of cores, from 1");
        }
        List<Quantity> columns = table.columns.stream()
                .map(name -> quantity(at.at("columns"), name))
                .toList();
        Place rows = at.at("rows");
        return new PublishedTable(
                table.title,
                table.source,
                method(table) + (cores == 1 ? "" : ", with " + cores + " cores for the subject"),
                table.notes.orElse(List.of()),
                columns.stream().map(Quantity::caption).toList(),
                IntStream.range(0, table.rows.size())
                        .mapToObj(i -> row(rows.at(i), table, columns, table.rows.get(i)))
                        .toList(),
                table.over,
                cores);
    }

    private static Quantity quantity(Place at, String name) {
        try {
            return Quantity.valueOf(name.toUpperCase(Locale.ROOT).replace('-', '_'));
        } catch (IllegalArgumentException unknown) {
            throw DataFiles.READER.error(at, "has an unknown column \"" + name + "\"", unknown);
        }
    }

    private String method(TableForm table) {
        return table.printed
                .map(_ -> "one run in a JVM that has just started, for each row")
                .orElseGet(() -> measured(table));
    }

    private String measured(TableForm table) {
        return table.users
                .map(users -> "one run of " + seconds(quick ? users.quick : users.measure)
                        + " of users in a closed loop, without warm-up"
                        + (quick ? ", shortened from " + seconds(users.measure) : ""))
                .orElseGet(() -> {
                    JobsForm jobs = table.jobs.orElseThrow();
                    int runs = quick ? jobs.quick : jobs.runs;
                    return (runs == 1 ? "one run" : "mean of " + runs + " runs one after another")
                            + ", without warm-up"
                            + (quick ? ", shortened from " + jobs.runs + " runs" : "");
                });
    }

    private static String seconds(Duration length) {
        return length.toSeconds() + " s";
    }

    private PublishedRow row(Place at, TableForm table, List<Quantity> columns, Row row) {
        Map<Quantity, String> reported = new LinkedHashMap<>();
        row.reported.orElse(Map.of()).forEach((name, figure) -> {
            Quantity quantity = quantity(at.at("reported"), name);
            if (!columns.contains(quantity)) {
                throw DataFiles.READER.error(at.at("reported").at(name), "is not a column of this table");
            }
            reported.put(quantity, figure);
        });
        Claim.CellRef ref = new Claim.CellRef(table.workload, row.axes);
        study.requireOne(ref);
        Condition cell = study.cell(ref);
        Claim.Contender arm = new Claim.Contender(row.arm, row.offload, row.arm);
        List<PublishedFigure> figures = columns.stream()
                .map(column -> new PublishedFigure(column, Optional.ofNullable(reported.get(column))))
                .toList();
        return new PublishedRow(
                row.name,
                List.of(new PublishedRun(
                        provider.subject(cell, arm), procedure(at, table, cell), figures, Optional.empty())));
    }

    private PublishedTable.Procedure procedure(Place at, TableForm table, Condition cell) {
        return switch (cell) {
            case Cell load
            when table.users.isPresent() -> {
                UsersForm users = table.users.get();
                yield new PublishedTable.Procedure.UserRun(
                        load.during(Duration.ZERO, quick ? users.quick : users.measure)
                                .withConstantPauses());
            }
            case JobCell job
            when table.jobs.isPresent() -> {
                JobsForm jobs = table.jobs.get();
                int runs = quick ? jobs.quick : jobs.runs;
                yield new PublishedTable.Procedure.JobRuns(job, job.units(), runs, runs);
            }
            case Cell load
            when table.printed.isPresent() -> {
                Claim.Measure.Kind theirs = printed(at, table.printed.get().theirs);
                JvmLaunch program = Optional.ofNullable(provider.apart().get(theirs))
                        .orElseThrow(
                                () -> DataFiles.READER.error(at, "has a figure that nothing prints: " + theirs.key()));
                yield new PublishedTable.Procedure.PrintedRun(
                        load, program, theirs, printed(at, table.printed.get().ours));
            }
            case Cell _, JobCell _, MemoryCell _ ->
                throw DataFiles.READER.error(at, "is under " + table.workload + ", which is of another kind");
        };
    }

    private static Claim.Measure.Kind printed(Place at, String key) {
        return switch (Claim.Measure.of(key)) {
            case Claim.Measure.Unblocked(var kind) -> kind;
            case Claim.Measure.Blocked _ -> throw DataFiles.READER.error(at, "has a figure under load: " + key);
        };
    }
}
