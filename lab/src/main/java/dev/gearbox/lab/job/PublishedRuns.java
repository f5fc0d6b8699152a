package dev.gearbox.lab.job;

import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.archive.FiguresFile;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import dev.gearbox.lab.job.PublishedTable.RunKey;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the literature's own methods gave here, a result for each run of a {@link PublishedTable}, in a {@link FiguresFile} of the study. So an interrupted
 * reproduction continues, and a report shows it. Not thread-safe.
 */
public final class PublishedRuns {
    private static final FiguresFile<Stored> FILES = new FiguresFile<>("as-published", 1, Stored.class);

    /** @param errors absent from files that are older than it */
    private record Result(
            RunKey run,
            Instant at,
            Map<Quantity, Double> figures,
            @Nullable Map<String, Long> errors) {
        PublishedFigures published() {
            return new PublishedFigures(figures, errors == null ? Map.of() : errors);
        }
    }

    private record Stored(int format, String study, Machine machine, List<Result> results) {}

    private final Path file;
    private final String study;
    private final Machine machine;
    private final Map<RunKey, Result> results = new LinkedHashMap<>();

    private PublishedRuns(Path file, Stored stored) {
        this.file = file;
        study = stored.study();
        machine = stored.machine();
        stored.results().forEach(result -> results.put(result.run(), result));
    }

    /**
     * Returns what this build has measured of a study on this machine; possibly nothing.
     *
     * @param results the folder of all results
     * @param again sets aside what there is
     * @throws dev.gearbox.evidence.EvidenceException if the file exists, and cannot be read or set aside
     */
    public static PublishedRuns open(Path results, String study, Machine machine, boolean again) {
        Path file = FILES.path(results, study, machine);
        if (again) {
            FILES.setAside(file);
        }
        return new PublishedRuns(
                file, Files.exists(file) ? FILES.read(file) : new Stored(FILES.format(), study, machine, List.of()));
    }

    /**
     * Returns all results at or below a folder, ordered by path.
     *
     * @param damage receives a sentence for each file that cannot be read
     * @throws dev.gearbox.evidence.EvidenceException if the folder cannot be read
     */
    public static List<PublishedRuns> find(Path root, List<String> damage) {
        return FILES.find(root, PublishedRuns::new, damage);
    }

    /** Returns the study's name. */
    public String study() {
        return study;
    }

    /** Returns what a run gave; empty if it was not measured. */
    public Optional<PublishedFigures> of(RunKey run) {
        return Optional.ofNullable(results.get(run)).map(Result::published);
    }

    /** Returns how many runs of a table were measured. */
    public long measured(PublishedTable table) {
        return table.rows().stream()
                .flatMap(row -> row.runs().stream())
                .filter(run -> results.containsKey(table.key(run)))
                .count();
    }

    /** Returns when and where they were measured: "2026-11-29, commit 1f3a5c7e9, 2 cores, Linux 6.18, JDK 25.0.3; server on core 0, load on core 1". */
    public String origin() {
        List<LocalDate> days = results.values().stream()
                .map(result -> LocalDate.ofInstant(result.at(), ZoneOffset.UTC))
                .sorted()
                .distinct()
                .toList();
        String when =
                days.isEmpty() ? "not measured" : days.getFirst() + (days.size() == 1 ? "" : " to " + days.getLast());
        return when + ", commit " + machine.shortCommit() + ", " + machine.caption();
    }

    /**
     * Adds what a run gave.
     *
     * @param at when it ended
     * @param given at least one figure
     * @throws dev.gearbox.evidence.EvidenceException if it cannot be written
     */
    public void put(RunKey run, Instant at, PublishedFigures given) {
        results.put(run, new Result(run, at, given.figures(), given.errors()));
        FILES.write(file, new Stored(FILES.format(), study, machine, List.copyOf(results.values())));
    }
}
