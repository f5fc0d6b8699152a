package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.archive.FiguresFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Figures that need no blocks, such as the time of an accept: each with its interval, by kind and arm, in a {@link FiguresFile} of their study. Not
 * thread-safe.
 */
public final class UnblockedFigures {
    private static final FiguresFile<Stored> FILES = new FiguresFile<>("apart", 1, Stored.class);

    private final Path file;
    private final String study;
    private final Machine machine;
    private final SortedMap<String, SortedMap<String, Figure>> figures = new TreeMap<>();

    private record Stored(int format, String study, Machine machine, Map<String, Map<String, Figure>> figures) {}

    private UnblockedFigures(Path file, Stored stored) {
        this.file = file;
        this.study = stored.study();
        this.machine = stored.machine();
        stored.figures().forEach((kind, arms) -> figures.put(kind, new TreeMap<>(arms)));
    }

    /**
     * Returns the figures of a study that this build has measured on this machine; possibly none.
     *
     * @param results the folder of all results
     * @throws EvidenceException if the file exists and cannot be read
     */
    public static UnblockedFigures open(Path results, String study, Machine machine) {
        Path file = FILES.path(results, study, machine);
        return new UnblockedFigures(
                file, Files.exists(file) ? FILES.read(file) : new Stored(FILES.format(), study, machine, Map.of()));
    }

    /**
     * Returns all files at or below a folder, ordered by path.
     *
     * @param damage receives a sentence for each file that cannot be read
     * @throws EvidenceException if the folder cannot be read
     */
    public static List<UnblockedFigures> find(Path root, List<String> damage) {
        return FILES.find(root, UnblockedFigures::new, damage);
    }

    /** Returns the owner of these figures. */
    public String study() {
        return study;
    }

    /** Returns the kinds for which there are figures. */
    public Set<String> kinds() {
        return Collections.unmodifiableSet(figures.keySet());
    }

    /** Returns a figure, if it was measured. */
    public Optional<Figure> of(String kind, String arm) {
        return Optional.ofNullable(all(kind).get(arm));
    }

    /** Returns all figures of a kind, by arm; empty if there are none. */
    public SortedMap<String, Figure> all(String kind) {
        return Collections.unmodifiableSortedMap(figures.getOrDefault(kind, new TreeMap<>()));
    }

    /**
     * Adds figures, or replaces them.
     *
     * @param of by kind
     * @throws EvidenceException if they cannot be written
     */
    public void put(String arm, Map<String, Figure> of) {
        of.forEach((kind, figure) ->
                figures.computeIfAbsent(kind, _ -> new TreeMap<>()).put(arm, figure));
        FILES.write(file, new Stored(FILES.format(), study, machine, Map.copyOf(figures)));
    }
}
