package dev.gearbox.evidence;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.gearbox.evidence.archive.Archive;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Everything that is known before the first slice: what is compared, under which load, on which machine. Two experiments with the same parameters are the
 * same experiment and share a folder ({@link Archive}), so that existing results are not measured again and an interrupted run continues.
 *
 * @param format version of the file format, {@link #FORMAT}
 * @param study the name of the study
 * @param workload the name of the workload
 * @param summary what users do, in one line
 * @param parameters the value on each axis
 * @param protocol the protocol of the arms
 * @param server additional options of the arms
 * @param loop {@code open}: requests arrive independently of the answers; {@code closed}: each user waits for the answer, so that a slow server receives
 *     fewer requests, and times are service times under back-pressure; {@code job}: the arms do a job themselves, once for each slice; {@code memory}:
 *     they hold idle connections
 * @param load the exact load: arrivals, script, background, timeout; or the job
 * @param arms what is compared, in the order given by the user; the sentinel, if any, is the last
 * @param baseline the label of the arm with which the others are compared
 * @param design the extent of the measurement
 * @param machine where it is measured
 * @param seed the seed from which all seeds of arrivals and orders are derived
 * @param leftOut arms that were requested but could not run, one sentence each with the reason
 * @param placement where the processes run; null: a core each for the subject and the load, or wherever the kernel puts them if that is not possible
 * @param control what an A/A in this placement has shown on this machine; null: there was none
 * @param meanings what values of parameters mean on this machine, by axis, such as the type of the file system of a folder; null: nothing is to be added
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
        List<String> leftOut,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Placement placement,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable PlacementControl control,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Map<String, String> meanings) {
    /** The version that this code writes. Version 1 was a single trial in a separate file. */
    public static final int FORMAT = 2;

    /** The {@link #loop} of requests that arrive by a schedule. */
    public static final String OPEN = "open";

    /** The {@link #loop} of arms that do jobs instead of serving a load. */
    public static final String JOB = "job";

    /** The {@link #loop} of arms that hold idle connections. */
    public static final String MEMORY = "memory";

    /** The {@link #protocol} of jobs that fetch from nothing. */
    public static final String NO_ORIGIN = "none";

    /** The label of the baseline's second copy. */
    public static final String SENTINEL_SUFFIX = " (again)";

    /** Copies the collections, in their order. */
    public Experiment {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        server = Collections.unmodifiableMap(new LinkedHashMap<>(server));
        arms = List.copyOf(arms);
        leftOut = leftOut == null ? List.of() : List.copyOf(leftOut); // absent from earlier files
        List<String> labels = arms.stream().map(Arm::label).toList();
        if (labels.stream().distinct().count() < labels.size()) {
            throw new EvidenceException("two arms have the same name: " + String.join(", ", labels));
        }
        if (!labels.contains(baseline)) {
            throw new EvidenceException(
                    "the baseline " + baseline + " is not among the arms: " + String.join(", ", labels));
        }
    }

    /** Creates an experiment in which all arms can run. */
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
                List.of(),
                null,
                null,
                null);
    }

    /** Returns the same experiment with the arms that could not run. They are not part of its identity. */
    public Experiment leavingOut(List<String> others) {
        return with(arms, baseline, design, others, placement, control, meanings);
    }

    /** Returns the same experiment with what values of its parameters mean here. That is not part of its identity. */
    public Experiment meaning(Map<String, String> others) {
        return with(arms, baseline, design, leftOut, placement, control, others.isEmpty() ? null : others);
    }

    /** Returns the value on each axis for the reader, with what it means here: {@code /mnt/data (xfs)}. */
    public Map<String, String> shown() {
        Map<String, String> known = meanings == null ? Map.of() : meanings;
        Map<String, String> shown = new LinkedHashMap<>(parameters);
        shown.replaceAll((axis, value) -> known.containsKey(axis) && !value.equals(known.get(axis))
                ? value + " (" + known.get(axis) + ")"
                : value);
        return Collections.unmodifiableMap(shown);
    }

    /** Returns the same experiment, in which some arms are references; labels that are no arm have no effect. */
    public Experiment referring(Collection<String> references) {
        List<Arm> marked = arms.stream()
                .map(arm -> references.contains(arm.label()) ? arm.asReference() : arm)
                .toList();
        return with(marked, baseline, design, leftOut, placement, control, meanings);
    }

    /** Returns the labels of the arms that are references. */
    public List<String> references() {
        return arms.stream()
                .filter(arm -> arm.role() == Arm.Role.REFERENCE)
                .map(Arm::label)
                .toList();
    }

    /** Returns the same experiment in another placement; null: the default one. */
    public Experiment placed(@Nullable Placement other) {
        return with(arms, baseline, design, leftOut, other, null, meanings);
    }

    /** Returns the same experiment with what an A/A in its placement has shown. That is not part of its identity. */
    public Experiment controlled(@Nullable PlacementControl other) {
        return with(arms, baseline, design, leftOut, placement, other, meanings);
    }

    /**
     * Returns the same experiment with another arm as the baseline, and without the sentinel, which is a copy of the original baseline.
     *
     * @throws EvidenceException if there is no such arm
     */
    public Experiment against(String otherBaseline) {
        return with(contenders(), otherBaseline, design.withoutSentinel(), leftOut, placement, control, meanings);
    }

    /**
     * Returns the same experiment with two of its arms only, and the sentinel if the baseline is the original one.
     *
     * @throws EvidenceException if one of them is missing
     */
    Experiment between(String arm, String otherBaseline) {
        Experiment same = otherBaseline.equals(baseline) ? this : against(otherBaseline);
        String copy = same.sentinel().orElse(otherBaseline);
        List<Arm> kept = same.arms.stream()
                .filter(each -> List.of(arm, otherBaseline, copy).contains(each.label()))
                .toList();
        if (kept.stream().noneMatch(each -> each.label().equals(arm))) {
            throw new EvidenceException(arm + " is not among the arms of " + title());
        }
        return same.with(kept, otherBaseline, same.design, leftOut, placement, control, meanings);
    }

    /**
     * Returns the same experiment without some of its arms, for a fork in which they take no part.
     *
     * @param left the labels of these arms; not the baseline
     * @param blocks the number of blocks of the fork
     */
    public Experiment without(Collection<String> left, int blocks) {
        List<Arm> others =
                arms.stream().filter(arm -> !left.contains(arm.label())).toList();
        return with(others, baseline, design.withBlocks(blocks), leftOut, placement, control, meanings);
    }

    private Experiment with(
            List<Arm> otherArms,
            String otherBaseline,
            Design otherDesign,
            List<String> otherLeftOut,
            @Nullable Placement otherPlacement,
            @Nullable PlacementControl otherControl,
            @Nullable Map<String, String> otherMeanings) {
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
                otherLeftOut,
                otherPlacement,
                otherControl,
                otherMeanings);
    }

    /** Returns the arms without the baseline's second copy, which is a control and not a competitor. */
    public List<Arm> contenders() {
        Optional<String> copy = sentinel();
        return arms.stream()
                .filter(arm -> copy.isEmpty() || !arm.label().equals(copy.get()))
                .toList();
    }

    /** Returns the label of the baseline's second copy, if there is one. */
    public Optional<String> sentinel() {
        return design.sentinel() ? Optional.of(baseline + SENTINEL_SUFFIX) : Optional.empty();
    }

    /** Describes the load for the reader: "open loop", or what the arms did instead. */
    public String loading() {
        return switch (loop) {
            case JOB -> "one job each, in turn";
            case MEMORY -> "idle connections, in a fresh JVM for each number of them";
            default -> loop + " loop";
        };
    }

    /** Returns whether the arms were under a load, so that the generator's ceiling matters. */
    public boolean underLoad() {
        return !loop.equals(JOB) && !loop.equals(MEMORY);
    }

    /** Returns whether the load or an origin may run on the cores of the arms, so that times depend on what an arm leaves them. */
    public boolean contended() {
        boolean alone = loop.equals(MEMORY) || (loop.equals(JOB) && protocol.equals(NO_ORIGIN));
        return !alone && (placement == null ? machine.pinning().equals(Placement.UNPINNED) : placement.contended());
    }

    /** Returns whether only costs can have a verdict, because cores are shared and no A/A has shown that times can have one. */
    public boolean onlyCosts() {
        return contended() && (control == null || !control.passed());
    }

    /** Returns the number of cores that the arms may use. */
    public int subjectCores() {
        return placement == null
                ? machine.subjectCores()
                : placement.subject().cores().size();
    }

    /** Returns a text such as " (server and load share cores 0,1)"; empty in the default placement. */
    public String where() {
        return placement == null ? "" : " (" + placement.caption() + ")";
    }

    /**
     * Returns a title such as "ping", "ping, connections 100, bytes 64" or "read, place /mnt/data (xfs)", with the placement if it is not the default one.
     */
    public String title() {
        StringBuilder title = new StringBuilder(workload);
        shown().forEach((axis, value) ->
                title.append(", ").append(axis).append(' ').append(value));
        return title.append(where()).toString();
    }
}
