package dev.gearbox.advise.trial;

import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.WorkloadText;
import dev.gearbox.data.DataReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tools.jackson.dataformat.yaml.YAMLMapper;

/**
 * The workloads of a validation, from a file: names, and for each the keys of a described workload as texts.
 *
 * @param engines names of those that are measured besides the advised one, where they are predicted to carry a workload; empty: all
 * @param workloads by name, in the order of the file
 */
public record ValidationGrid(Optional<List<String>> engines, Map<String, WorkloadText> workloads) {
    private static final String FILE = "validation.yaml";
    private static final DataReader YAML = DataReader.ofPeople(YAMLMapper.builder(), AdviseException::new);

    /** Checks that there is something to measure. */
    public ValidationGrid {
        if (workloads.isEmpty()) {
            throw new IllegalArgumentException("workloads: has none");
        }
        engines = engines.map(List::copyOf);
        Set<String> known = Advisor.engines();
        for (String name : engines.orElse(List.of())) {
            if (!known.contains(name)) {
                throw new IllegalArgumentException(
                        "engines: no prediction is made for \"" + name + "\". There are: " + String.join(", ", known));
            }
        }
    }

    /** Returns the grid that comes with the program. */
    public static ValidationGrid shipped() {
        try (InputStream in = ValidationGrid.class.getResourceAsStream(FILE)) {
            return YAML.read(FILE, Objects.requireNonNull(in, FILE), ValidationGrid.class);
        } catch (IOException broken) {
            throw new UncheckedIOException(FILE, broken);
        }
    }

    /** Reads a grid. */
    public static ValidationGrid read(Path file) {
        try (InputStream in = Files.newInputStream(file)) {
            return YAML.read(file.toString(), in, ValidationGrid.class);
        } catch (IOException failed) {
            throw new AdviseException(
                    "cannot read the grid " + file
                            + ". Name a YAML file with the key workloads, as docs/advise.md shows",
                    failed);
        }
    }
}
