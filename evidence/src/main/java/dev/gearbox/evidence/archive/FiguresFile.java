package dev.gearbox.evidence.archive;

import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.StrictJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * A kind of file for figures that are measured outside of experiments, next to the experiments of their study. The file name is computed from the machine and
 * the build, so that figures of different ones are never mixed up. Every change replaces the whole file atomically.
 * <pre>
 *   results/echo-server/apart-1f3a5c7e9b0d.json
 * </pre>
 *
 * @param prefix of the file names, before the hyphen
 * @param format the version that this code reads, which a file has under {@code format}
 * @param type of the content
 */
public record FiguresFile<T>(String prefix, int format, Class<T> type) {
    private static final String SUFFIX = ".json";

    /** Returns where the figures of a study are that this machine and build have measured. */
    public Path path(Path results, String study, Machine machine) {
        return results.resolve(Archive.legible(study))
                .resolve(prefix + "-" + StrictJson.digest(StrictJson.LINE.valueToTree(machine)) + SUFFIX);
    }

    /**
     * Reads all files at or below a folder, ordered by path.
     *
     * @param made from path and content
     * @param damage receives a sentence for each file that cannot be read
     * @throws EvidenceException if the folder cannot be read
     */
    public <R> List<R> find(Path root, BiFunction<Path, T, R> made, List<String> damage) {
        try (Stream<Path> all = Files.walk(root, 3)) {
            List<Path> files = all.filter(file -> file.getFileName().toString().matches(prefix + "-\\w+\\" + SUFFIX))
                    .sorted()
                    .toList();
            List<R> found = new ArrayList<>();
            for (Path file : files) {
                try {
                    found.add(made.apply(file, read(file)));
                } catch (EvidenceException unreadable) {
                    damage.add(unreadable.getMessage() + "; left out");
                }
            }
            return List.copyOf(found);
        } catch (IOException | UncheckedIOException unreadable) {
            throw new EvidenceException("cannot read " + root + ": name a folder with results", unreadable);
        }
    }

    /**
     * Reads a file.
     *
     * @throws EvidenceException if that is not possible
     */
    public T read(Path file) {
        try {
            JsonNode tree = StrictJson.LINE.readTree(Files.readAllBytes(file));
            if (tree.path("format").asInt(0) != format) {
                throw new EvidenceException(file + " has no figures that this version reads: format "
                        + tree.path("format") + ", known is " + format);
            }
            return StrictJson.LINE.treeToValue(tree, type);
        } catch (IOException | JacksonException broken) {
            throw new EvidenceException(
                    file + " cannot be read. Move it away, and what is in it is measured again", broken);
        }
    }

    /**
     * Replaces a file, and creates its folder.
     *
     * @throws EvidenceException if it cannot be written
     */
    public void write(Path file, T content) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Archive.replace(file, StrictJson.PRETTY.writeValueAsBytes(content));
        } catch (IOException refused) {
            throw new EvidenceException("cannot write " + file + ": " + refused.getMessage(), refused);
        }
    }

    /**
     * Renames a file, so that what is in it is measured again.
     *
     * @return the new path; empty if there was nothing
     * @throws EvidenceException if it cannot be moved
     */
    public Optional<Path> setAside(Path file) {
        try {
            return Files.exists(file) ? Optional.of(ForkFiles.setAside(file, "before")) : Optional.empty();
        } catch (IOException refused) {
            throw new EvidenceException("cannot move " + file + " out of the way: " + refused.getMessage(), refused);
        }
    }
}
