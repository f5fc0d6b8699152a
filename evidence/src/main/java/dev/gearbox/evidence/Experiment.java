package dev.gearbox.evidence;

import dev.gearbox.evidence.archive.Archive;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.JsonNode;

/**
 * What is compared, under which load, where: everything that is known before the first slice. Two experiments with the
 * same parameters are the same experiment and share a folder ({@link Archive}), so that what exists is not measured
 * again and what was interrupted goes on.
 *
 * @param format version of the file format, {@link #FORMAT}
 * @param study the question's name
 * @param workload the name of the workload
 * @param summary what users do, in a line
 * @param parameters the value on each axis
 * @param protocol what the arms speak
 * @param server more options that the arms got
 * @param loop {@code open}: requests come when they come; {@code closed}: each user waits for the answer, so that a slow
 *     server is asked less, and times are service times under back-pressure; {@code job}: the arms do something
 *     themselves, once for each slice; {@code memory}: they hold connections that are idle
 * @param load what users do, exactly: arrivals, script, background, timeout; or what the job is
 * @param arms what is compared, in the order in which people named them; the sentinel, if any, is the last
 * @param baseline the label of the arm that the others are compared with
 * @param design how much is measured
 * @param machine where
 * @param seed from which all seeds of arrivals and orders are derived
 * @param leftOut who would have taken part but could not, each in a sentence that says why
 */
public record Experiment(
        int format,
        String study,
        String workload,
        String summary,
        Map<String, String> parameters,
        String protocol,
        Map<String, String> server,
        String loop,
        JsonNode load,
        List<Arm> arms,
        String baseline,
        Design design,
        Machine machine,
        long seed,
        List<String> leftOut) {
    /** The version that this code writes. 1 was a single trial in a file of its own. */
    public static final int FORMAT = 2;

    /** The {@link #loop} of arms that are not loaded, but do jobs. */
    public static final String JOB = "job";

    /** The {@link #loop} of arms that hold idle connections. */
    public static final String MEMORY = "memory";

    /** The label of the baseline's second copy. */
    public static final String SENTINEL_SUFFIX = " (again)";

    /** Copies the collections, in their order. */
    public Experiment {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        server = Collections.unmodifiableMap(new LinkedHashMap<>(server));
        arms = List.copyOf(arms);
        leftOut = leftOut == null ? List.of() : List.copyOf(leftOut); // files of before do not say
        List<String> labels = arms.stream().map(Arm::label).toList();
        if (labels.stream().distinct().count() < labels.size()) {
            throw new EvidenceException("two arms have the same name: " + String.join(", ", labels));
        }
        if (!labels.contains(baseline)) {
            throw new EvidenceException(
                    "the baseline " + baseline + " is not among the arms: " + String.join(", ", labels));
        }
    }

    /** One that leaves nobody out. */
    public Experiment(
            int format,
            String study,
            String workload,
            String summary,
            Map<String, String> parameters,
            String protocol,
            Map<String, String> server,
            String loop,
            JsonNode load,
            List<Arm> arms,
            String baseline,
            Design design,
            Machine machine,
            long seed) {
        this(
                format,
                study,
                workload,
                summary,
                parameters,
                protocol,
                server,
                loop,
                load,
                arms,
                baseline,
                design,
                machine,
                seed,
                List.of());
    }

    /** The same, and who could not take part. It is the same experiment all the same. */
    public Experiment leavingOut(List<String> others) {
        return with(arms, baseline, design, others);
    }

    /**
     * The same, seen against another arm; without the sentinel, which is a copy of the baseline that it was measured with.
     *
     * @throws EvidenceException if there is no such arm
     */
    public Experiment against(String otherBaseline) {
        return with(contenders(), otherBaseline, design.withoutSentinel(), leftOut);
    }

    private Experiment with(List<Arm> otherArms, String otherBaseline, Design otherDesign, List<String> otherLeftOut) {
        return new Experiment(
                format,
                study,
                workload,
                summary,
                parameters,
                protocol,
                server,
                loop,
                load,
                otherArms,
                otherBaseline,
                otherDesign,
                machine,
                seed,
                otherLeftOut);
    }

    /** The arms without the baseline's second copy, which is there to be found equal and not to win. */
    public List<Arm> contenders() {
        Optional<String> copy = sentinel();
        return arms.stream()
                .filter(arm -> copy.isEmpty() || !arm.label().equals(copy.get()))
                .toList();
    }

    /** The label of the baseline's second copy, where there is one. */
    public Optional<String> sentinel() {
        return design.sentinel() ? Optional.of(baseline + SENTINEL_SUFFIX) : Optional.empty();
    }

    /** What a reader has to know of how it was loaded: "open loop", or what the arms did instead. */
    public String loading() {
        return switch (loop) {
            case JOB -> "a job each, in turns";
            case MEMORY -> "idle connections, in a fresh JVM for each number of them";
            default -> loop + " loop";
        };
    }

    /** Whether the arms were under a load, so that there is a generator whose ceiling matters. */
    public boolean underLoad() {
        return !loop.equals(JOB) && !loop.equals(MEMORY);
    }

    /** "ping", or "ping, connections 100, bytes 64". */
    public String title() {
        StringBuilder title = new StringBuilder(workload);
        parameters.forEach(
                (axis, value) -> title.append(", ").append(axis).append(' ').append(value));
        return title.toString();
    }
}
