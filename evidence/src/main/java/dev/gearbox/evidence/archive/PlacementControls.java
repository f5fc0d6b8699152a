package dev.gearbox.evidence.archive;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gearbox.evidence.EvidenceException;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.evidence.Machine;
import dev.gearbox.evidence.Placement;
import dev.gearbox.evidence.PlacementControl;
import dev.gearbox.evidence.StrictJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * What A/A comparisons have shown about placements, a file for each in the folder of all results. Its name is computed from the machine, the build and the
 * placement: another kernel or commit needs an A/A of its own. A new A/A replaces the file.
 * <pre>
 *   results/placement-1f3a5c7e9b0d.json
 * </pre>
 */
public final class PlacementControls {
    private static final int FORMAT = 1;

    private record Stored(
            int format,
            Machine machine,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Placement placement,

            PlacementControl control) {}

    private PlacementControls() {}

    /**
     * Returns what the A/A in the placement of an experiment has shown, on the same machine and with the same build; empty if there was none, or none is
     * needed because the experiment's processes share no cores.
     *
     * @param results the folder of all results
     * @throws EvidenceException if there is a file that cannot be read
     */
    public static Optional<PlacementControl> of(Path results, Experiment experiment) {
        Path file = file(results, experiment.machine(), experiment.placement());
        if (!experiment.contended() || !Files.exists(file)) {
            return Optional.empty();
        }
        try {
            JsonNode tree = StrictJson.LINE.readTree(Files.readAllBytes(file));
            if (tree.path("format").asInt(0) != FORMAT) {
                throw new EvidenceException(file + " is not an A/A of a placement that this version reads: format "
                        + tree.path("format") + ", known is " + FORMAT + ". Move it away, and check again");
            }
            return Optional.of(StrictJson.LINE.treeToValue(tree, Stored.class).control());
        } catch (IOException | JacksonException broken) {
            throw new EvidenceException(file + " cannot be read. Move it away, and check again", broken);
        }
    }

    /**
     * Keeps what an A/A has shown.
     *
     * @param aa the comparison of a program with itself
     * @return the file
     * @throws EvidenceException if it cannot be written
     */
    public static Path put(Path results, Experiment aa, PlacementControl control) {
        Path file = file(results, aa.machine(), aa.placement());
        try {
            Files.createDirectories(results);
            Archive.replace(
                    file,
                    StrictJson.PRETTY.writeValueAsBytes(new Stored(FORMAT, aa.machine(), aa.placement(), control)));
            return file;
        } catch (IOException refused) {
            throw new EvidenceException("cannot write " + file + ": name another folder with --out", refused);
        }
    }

    private static Path file(Path results, Machine machine, @Nullable Placement placement) {
        ObjectNode identity = StrictJson.LINE.createObjectNode();
        identity.set("machine", StrictJson.LINE.valueToTree(machine));
        identity.set("placement", StrictJson.LINE.valueToTree(placement));
        return results.resolve("placement-" + StrictJson.digest(identity) + ".json");
    }
}
