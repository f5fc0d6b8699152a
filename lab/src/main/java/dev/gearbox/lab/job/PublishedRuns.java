package dev.gearbox.lab.job;

import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.archive.FiguresFile;
import dev.gearbox.lab.job.PublishedTable.PublishedRun;
import dev.gearbox.lab.job.PublishedTable.Quantity;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What the literature's own methods gave here, a result for each run of a {@link PublishedTable}, in a {@link FiguresFile} of the study. So an interrupted
 * reproduction continues, and a report shows it. Not thread-safe.
 */
public final class PublishedRuns {
    private static final FiguresFile<Stored> FILES = new FiguresFile<>("as-published", 1, Stored.class);

    /** A run by its subject, the condition and the method. */
    private record Run(String subject, String condition, String method, Instant at, Map<Quantity, Double> figures) {
        boolean is(PublishedRun run, PublishedTable table) {
            return subject.equals(run.subject().label())
                    && condition.equals(run.procedure().cell().label())
                    && method.equals(table.method());
        }
    }

    private record Stored(int format, String study, Machine machine, List<Run> runs) {}

    private final Path file;
    private final String study;
    private final Machine machine;
    private final List<Run> runs;

    private PublishedRuns(Path file, Stored stored) {
        this.file = file;
        study = stored.study();
        machine = stored.machine();
        runs = new ArrayList<>(stored.runs());
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

    /** Returns the figures of a run; none if it was not measured. */
    public Map<Quantity, Double> of(PublishedTable table, PublishedRun run) {
        return runs.stream()
                .filter(one -> one.is(run, table))
                .map(Run::figures)
                .findFirst()
                .orElse(Map.of());
    }

    /** Returns how many runs of a table were measured. */
    public long measured(PublishedTable table) {
        return table.rows().stream()
                .flatMap(row -> row.runs().stream())
                .filter(run -> !of(table, run).isEmpty())
                .count();
    }

    /** Returns when and where they were measured: "2026-11-29, commit 1f3a5c7e9, 2 cores, Linux 6.18, JDK 25.0.3; server on core 0, load on core 1". */
    public String origin() {
        List<LocalDate> days = runs.stream()
                .map(run -> LocalDate.ofInstant(run.at(), ZoneOffset.UTC))
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
     * @param figures by what they say, at least one
     * @throws dev.gearbox.evidence.EvidenceException if it cannot be written
     */
    public void put(PublishedTable table, PublishedRun run, Instant at, Map<Quantity, Double> figures) {
        runs.removeIf(one -> one.is(run, table));
        runs.add(new Run(
                run.subject().label(), run.procedure().cell().label(), table.method(), at, new TreeMap<>(figures)));
        FILES.write(file, new Stored(FILES.format(), study, machine, List.copyOf(runs)));
    }
}
