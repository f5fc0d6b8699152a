package dev.gearbox.load.report;

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import dev.gearbox.load.Shares;
import dev.gearbox.load.address.PortUse;
import dev.gearbox.load.chain.GeneratorKind;
import dev.gearbox.load.loop.GeneratorCore;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.BadPlanException;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Payload;
import dev.gearbox.load.plan.PlanJson;
import dev.gearbox.load.plan.SlicePlan;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The results of one {@link LoadPlan} in the measured window of a {@link SlicePlan}, as the users saw them, and whether the generator was fit to measure them.
 *
 * <p>A request is a send with its expect, or each of the frames of a send ({@link Payload.Frames}). It belongs to the window if its intended start lies in
 * it. After the window nothing new starts, but requests that belong to it have a while to be answered: a second, or ten times the 99th percentile if that
 * is more, up to the plan's timeout. A request that is not answered by then is recorded in {@link #response} with its age ("censored"), once: the next
 * slice does not report it again. So {@code response.count() == service.count() + censored}.
 *
 * <p>On its own {@link GeneratorCore} the generator knows when it did not run. Requests that were meant to begin then, or whose answer was read then, are
 * in {@link #stalled} and in no other histogram; all counts and rates include them.
 *
 * <p>Reports are kept for years: fields that were added later may be missing when an old report is read, and are then empty.
 *
 * @param window the actual length of the measured window
 * @param started requests whose intended start was in the window; {@code service.count() + stalled.count() + failed} plus those censored
 * @param answered complete, verified answers that arrived while the window was open: the divisor of rates and costs per request
 * @param censored requests without an answer: {@link #response} has their age, a lower bound of their time. Includes requests that timed out, and requests
 *     that began before the window and were still unanswered at its end
 * @param failed requests started in the window that ended in an error other than a timeout; not in {@link #response}
 * @param connects connections established in the window
 * @param connections connections that were open at the end of the window
 * @param waiting connections that were established but never answered while others were: an undersized pool. Not errors
 * @param offeredPerSecond open loop: scheduled arrivals, times the frames with which each begins; closed loop: requests begun
 * @param answeredPerSecond {@code answered} over {@code window}
 * @param errors by kind, each kind that occurred, in this slice and before it since the last one (or the first connect)
 * @param response from the intended start to the last byte of the answer
 * @param service from the actual write to the last byte of the answer
 * @param lag the generator's own delay: from when it should have written (or connected) and could, until it did
 * @param connWait open loop: from the intended start until the connection was free (or established); empty for a closed loop
 * @param connect from the actual connect to the established connection
 * @param stalled as {@code response}, for the requests affected by the generator's own stalls
 * @param effort the generator's own activity
 * @param valid whether the generator kept its schedule and had time to spare
 * @param reasons why not, with figures; empty if and only if {@code valid}
 * @param background the results of the background users, by the name of their group; they are otherwise only part of {@link #errors},
 *     {@link #connections} and {@link #waiting}
 */
public record LoadReport(
        Duration window,
        long started,
        long answered,
        long censored,
        long failed,
        long connects,
        int connections,
        int waiting,
        double offeredPerSecond,
        double answeredPerSecond,
        Map<ErrorKind, Errors> errors,
        Latencies response,
        Latencies service,
        Latencies lag,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Latencies connWait,
        Latencies connect,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Latencies stalled,
        GeneratorUsage effort,
        boolean valid,
        List<String> reasons,
        @JsonSetter(nulls = Nulls.AS_EMPTY) Map<String, BackgroundReport> background) {
    public LoadReport {
        background = Map.copyOf(background);
        errors = Map.copyOf(errors);
        reasons = List.copyOf(reasons);
        if (valid != reasons.isEmpty()) {
            throw new BadPlanException("report: valid is " + valid + " with " + reasons.size() + " reasons against it");
        }
    }

    /**
     * The errors of one kind.
     *
     * @param inWindow the number while the window was open, and in the drain after it
     * @param before the number before that: while connecting, between slices, in the lead
     * @param first a description of the first one
     */
    public record Errors(long inWindow, long before, String first) {
        static final Errors NONE = new Errors(0, 0, "");

        Errors plus(Errors other) {
            return new Errors(inWindow + other.inWindow, before + other.before, first);
        }
    }

    /**
     * The results of a {@link Background} group.
     *
     * @param answered answers that arrived while the window was open
     * @param censored requests without an answer
     * @param response from the intended start to the last byte of the answer
     */
    public record BackgroundReport(long answered, long censored, Latencies response) {}

    /**
     * The activity of the generator's thread in the window.
     *
     * @param work share of the window in rounds of its loop that did something
     * @param spin share in rounds that found nothing to do
     * @param asleep share in parking and in blocking selects
     * @param collections garbage collections in the window
     * @param pacing how it waits: timer slack, how long before a deadline it spins
     * @param sources the number of source addresses, or with io_uring of destination addresses
     * @param away share of the window in which it did not run on its core, in gaps of more than 100 us
     * @param compiledMillis time of its JVM's compilers in the window, in milliseconds
     * @param masking whether requests affected by its own stalls are in {@link #stalled}; otherwise the stalls are in the figures
     * @param generator what drove the connections ({@link GeneratorKind}), and if it was the selector, why
     * @param ports what limits how fast connections can be reopened on its machine, after the window ({@link PortUse})
     */
    public record GeneratorUsage(
            double work,
            double spin,
            double asleep,
            long collections,
            String pacing,
            int sources,
            @JsonSetter(nulls = Nulls.AS_EMPTY) double away,
            @JsonSetter(nulls = Nulls.AS_EMPTY) long compiledMillis,
            @JsonSetter(nulls = Nulls.AS_EMPTY) boolean masking,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String generator,
            @JsonSetter(nulls = Nulls.AS_EMPTY) String ports) {
        /** Creates a usage without gaps, compilation and masking. */
        public GeneratorUsage(double work, double spin, double asleep, long collections, String pacing, int sources) {
            this(work, spin, asleep, collections, pacing, sources, 0, 0, false, "", "");
        }

        /** Returns the same with the state of the ports. */
        public GeneratorUsage withPorts(String state) {
            return new GeneratorUsage(
                    work, spin, asleep, collections, pacing, sources, away, compiledMillis, masking, generator, state);
        }
    }

    /** Returns the share of the requests affected by the generator's own stalls, 0 to 1. */
    public double masked() {
        return share(stalled, response);
    }

    static double share(Latencies some, Latencies others) {
        return some.count() == 0 ? 0 : (double) some.count() / (some.count() + others.count());
    }

    /**
     * Combines the reports of generators that loaded one server together ({@link Shares}): counts and rates are summed, histograms added, and each effort
     * is the maximum. The result is valid if all parts are; each reason names its process.
     *
     * @param parts at least one; a single one is returned as it is
     */
    public static LoadReport together(List<LoadReport> parts) {
        return parts.size() == 1 ? parts.getFirst() : new JointReport(parts).whole();
    }

    /** Returns the errors of a kind, zero if there were none. */
    public Errors errors(ErrorKind kind) {
        return errors.getOrDefault(kind, Errors.NONE);
    }

    /** Returns the number of all errors in the window. */
    public long errorsInWindow() {
        return errors.values().stream().mapToLong(Errors::inWindow).sum();
    }

    /**
     * Reads a report from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is not a report; an unknown key is an error
     */
    public static LoadReport fromTree(JsonNode tree) {
        return PlanJson.read(tree, "report", LoadReport.class);
    }

    /**
     * Reads a report from JSON, strictly.
     *
     * @throws BadPlanException if it is not a report
     */
    public static LoadReport fromJson(String json) {
        return fromTree(PlanJson.parse(json, "report"));
    }

    /** Returns the form that {@link #fromTree} reads: durations as ISO-8601, histograms as base64 of HdrHistogram's compressed encoding. */
    public ObjectNode toTree() {
        return ReportTree.of(this);
    }

    /** Returns the report on one line. */
    public String toJson() {
        return toTree().toString();
    }
}
