package dev.gearbox.lab;

import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.data.DataObject;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.external.ExternalExample;
import dev.gearbox.lab.workload.Workload;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Reads {@code study.yaml} and the files that it names, which are in the same folder.
 *
 * <pre>
 *   name: echo-server
 *   question: Which server model serves many TCP connections?
 *   workloads: [ping, idle]     # workloads/ping.yaml, workloads/idle.yaml
 *   claims: [es-1]              # claims/es-1.yaml
 *   externals: [c-epoll]        # external/c-epoll.yaml
 * </pre>
 */
public final class StudyFile {
    private static final String FILE = "study.yaml";
    private static final String[] KEYS = {"name", "question", "workloads", "claims", "externals"};

    private final Function<String, @Nullable InputStream> files;
    private final DataObject data;

    private StudyFile(Function<String, @Nullable InputStream> files) {
        this.files = files;
        data = read(FILE, (file, in) -> DataObject.read(file, in, KEYS));
    }

    /**
     * Reads the file.
     *
     * @param files opens a file next to the study's class, as {@code name -> Mine.class.getResourceAsStream(name)}
     * @throws dev.gearbox.lab.data.LabException naming file and key
     */
    public static StudyFile read(Function<String, @Nullable InputStream> files) {
        return new StudyFile(files);
    }

    /** Returns a study without claims, with all its workloads decoded and validated. */
    public Study study() {
        return study(study -> {
            throw new LabException(FILE + ": " + study.name() + " has claims, which need the names of its subjects");
        });
    }

    /**
     * Returns the study with all its workloads decoded and validated; its claims are decoded lazily.
     *
     * @param known the arms and cells that claims may refer to
     */
    public Study study(Function<Study, Claim.KnownNames> known) {
        List<Workload> workloads = each("workloads", "workloads/", Workload::decode);
        Study without = new Study(data.text("name"), data.text("question"), workloads);
        return new Study(
                without.name(),
                without.question(),
                workloads,
                () -> data.has("claims") ? claims(known.apply(without)) : List.of());
    }

    private List<Claim> claims(Claim.KnownNames known) {
        return each("claims", "claims/", (file, in) -> Claim.decode(file, in, known));
    }

    /** Returns the external servers that come with it. */
    public List<ExternalExample> externals() {
        return each(
                "externals",
                "external/",
                (file, in) -> ExternalExample.decode(
                        file, in, source -> Optional.ofNullable(files.apply("external/" + source))));
    }

    private <T> List<T> each(String key, String folder, Decoder<T> decoder) {
        List<T> all = new ArrayList<>();
        for (JsonNode name : data.has(key) ? data.list(key) : List.<JsonNode>of()) {
            all.add(read(folder + name.asString() + ".yaml", decoder));
        }
        return List.copyOf(all);
    }

    private <T> T read(String file, Decoder<T> decoder) {
        try (InputStream in = files.apply(file)) {
            if (in == null) {
                throw new IllegalStateException(file + " is not in the folder of the study");
            }
            return decoder.decode(file, in);
        } catch (IOException unreadable) {
            throw new UncheckedIOException(unreadable);
        }
    }

    private interface Decoder<T> {
        T decode(String file, InputStream in) throws IOException;
    }
}
