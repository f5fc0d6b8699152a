package dev.gearbox.lab;

import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.data.DataFiles;
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

/**
 * Reads {@code study.yaml} and the files that it names, which are in the same folder.
 *
 * <pre>
 *   name: echo-server
 *   question: Which server model serves many TCP connections?
 *   workloads: [ping, idle]     # workloads/ping.yaml, workloads/idle.yaml
 *   claims: [es-1]              # claims/es-1.yaml
 *   externals: [c-epoll]        # external/c-epoll.yaml
 *   choice: {except: [ideal], by: [p50, cpu]}   # answer the question from the tables of these metrics
 *   tour:                                       # what gearbox run without words measures
 *     {question: Which?, workload: ping, set: {connections: 100}, baseline: selector, arms: [selector, virtual], time: 5m}
 * </pre>
 */
public final class StudyFile {
    private static final String FILE = "study.yaml";

    private record Form(
            String name,
            String question,
            Optional<List<String>> workloads,
            Optional<List<String>> claims,
            Optional<List<String>> externals,
            Optional<StudyChoice> choice,
            Optional<StudyTour> tour) {}

    private final Function<String, @Nullable InputStream> files;
    private final Form form;

    private StudyFile(Function<String, @Nullable InputStream> files) {
        this.files = files;
        form = read(FILE, (file, in) -> DataFiles.READER.read(file, in, Form.class));
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
        List<Workload> workloads = each(form.workloads, "workloads/", Workload::decode);
        Study without = new Study(form.name, form.question, workloads);
        return new Study(
                without.name(),
                without.question(),
                workloads,
                () -> form.claims.isPresent() ? claims(known.apply(without)) : List.of(),
                form.choice,
                form.tour);
    }

    private List<Claim> claims(Claim.KnownNames known) {
        return each(form.claims, "claims/", (file, in) -> Claim.decode(file, in, known));
    }

    /** Returns the external servers that come with it. */
    public List<ExternalExample> externals() {
        return each(
                form.externals,
                "external/",
                (file, in) -> ExternalExample.decode(
                        file, in, source -> Optional.ofNullable(files.apply("external/" + source))));
    }

    private <T> List<T> each(Optional<List<String>> names, String folder, Decoder<T> decoder) {
        List<T> all = new ArrayList<>();
        for (String name : names.orElse(List.of())) {
            all.add(read(folder + name + ".yaml", decoder));
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
