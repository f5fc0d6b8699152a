package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.StrictJson;
import dev.gearbox.evidence.archive.Archive;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * Figures that need no blocks, such as the time of an accept: each with its interval, by kind and arm, in a file next to the experiments of their study.
 * The file name is computed from the machine and the build, so that figures of different ones are never mixed up.
 * <pre>
 *   results/echo-server/apart-1f3a5c7e9b0d.json
 * </pre>
 * Every change replaces the whole file atomically. Not thread-safe.
 */
public final class UnblockedFigures {
    /** The version that this code writes. */
    public static final int FORMAT = 1;

    private static final String PREFIX = "apart-";
    private static final String SUFFIX = ".json";

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
        Path file = results.resolve(Archive.legible(study))
                .resolve(PREFIX + StrictJson.digest(StrictJson.LINE.valueToTree(machine)) + SUFFIX);
        return Files.exists(file)
                ? read(file)
                : new UnblockedFigures(file, new Stored(FORMAT, study, machine, Map.of()));
    }

    /**
     * Returns all files at or below a folder, ordered by path.
     *
     * @param damage receives a sentence for each file that cannot be read
     * @throws EvidenceException if the folder cannot be read
     */
    public static List<UnblockedFigures> find(Path root, List<String> damage) {
        try (Stream<Path> all = Files.walk(root, 3)) {
            List<Path> files = all.filter(file -> file.getFileName().toString().matches(PREFIX + "\\w+\\" + SUFFIX))
                    .sorted()
                    .toList();
            List<UnblockedFigures> found = new ArrayList<>();
            for (Path file : files) {
                try {
                    found.add(read(file));
                } catch (EvidenceException unreadable) {
                    damage.add(unreadable.getMessage() + "; left out");
                }
            }
            return List.copyOf(found);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new EvidenceException("cannot read " + root + ": name a folder with results", unreadable);
        }
    }

    private static UnblockedFigures read(Path file) {
        try {
            JsonNode tree = StrictJson.LINE.readTree(Files.readAllBytes(file));
            if (tree.path("format").asInt(0) != FORMAT) {
                throw new EvidenceException(file + " has no figures that this version reads: format "
                        + tree.path("format") + ", known is " + FORMAT);
            }
            return new UnblockedFigures(file, StrictJson.LINE.treeToValue(tree, Stored.class));
        } catch (IOException | JacksonException broken) {
            throw new EvidenceException(
                    file + " cannot be read. Move it away, and what is in it is measured again", broken);
        }
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
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Archive.replace(
                    file, StrictJson.PRETTY.writeValueAsBytes(new Stored(FORMAT, study, machine, Map.copyOf(figures))));
        } catch (IOException refused) {
            throw new EvidenceException("cannot write " + file + ": " + refused.getMessage(), refused);
        }
    }
}
