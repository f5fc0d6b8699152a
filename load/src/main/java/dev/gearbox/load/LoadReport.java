package dev.gearbox.load;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What the users of one {@link LoadPlan} saw in the measured window, and whether the generator was fit to say so.
 *
 * <p>A request is a send with its expect. It belongs to the window if its intended start lies in it. After the window nothing new starts,
 * but requests that belong to it have a second of grace to be answered; whoever is not answered then stays in {@link #response} at
 * its age ("censored"). So {@code response.count() == service.count() + censored}.
 *
 * @param window the length of the measured window as it came out
 * @param started requests whose intended start was in the window; {@code service.count() + failed} and those censored
 * @param answered answers, whole and verified, that arrived while the window was open: what rates and costs per request divide by
 * @param censored requests that had no answer: their age is in {@link #response}, as the least that their time can have been.
 *     Includes timed-out ones, and those that began before the window and were not answered at its end either
 * @param failed requests started in the window that ended in an error other than a timeout; not in {@link #response}
 * @param connects connections that came to be in the window
 * @param connections connections that were open at the end of the window
 * @param waiting connections that were made but never answered, while others were: an under-sized pool. Not errors
 * @param offeredPerSecond open loop: scheduled arrivals; closed loop: requests begun
 * @param answeredPerSecond {@code answered} over {@code window}
 * @param errors by kind, each kind that occurred, over the whole run
 * @param response from the intended start to the last byte of the answer
 * @param service from the actual write to the last byte of the answer
 * @param lag of the generator itself: from when it should have written (or connected) and could, until it did
 * @param connect from the actual connect to the established connection
 * @param effort what the generator needed for it
 * @param valid whether the generator kept its schedule and had time to spare
 * @param reasons why not, with figures; empty if and only if {@code valid}
 * @param background what the users saw who were there besides, by the name of their group; nowhere else but in {@link #errors},
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
        Latencies connect,
        Effort effort,
        boolean valid,
        List<String> reasons,
        Map<String, Beside> background) {
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
     * @param inWindow how many while the window was open (and in the second of grace)
     * @param before how many while connecting and warming up
     * @param first the first one, in words
     */
    public record Errors(long inWindow, long before, String first) {
        private static final Errors NONE = new Errors(0, 0, "");

        Errors plus(Errors other) {
            return new Errors(inWindow + other.inWindow, before + other.before, first);
        }
    }

    /**
     * What a group of the {@link Background} saw.
     *
     * @param answered answers that arrived while the window was open
     * @param censored requests that had no answer
     * @param response from the intended start to the last byte of the answer
     */
    public record Beside(long answered, long censored, Latencies response) {}

    /** A report on a plan without background. */
    public LoadReport(
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
            Latencies connect,
            Effort effort,
            boolean valid,
            List<String> reasons) {
        this(
                window,
                started,
                answered,
                censored,
                failed,
                connects,
                connections,
                waiting,
                offeredPerSecond,
                answeredPerSecond,
                errors,
                response,
                service,
                lag,
                connect,
                effort,
                valid,
                reasons,
                Map.of());
    }

    /**
     * What the generator's one thread did in the window.
     *
     * @param work share of the window in rounds of its loop that did something
     * @param spin share in rounds that found nothing to do
     * @param asleep share in parking and in blocking selects
     * @param collections garbage collections in the window
     * @param pacing how it waited: timer slack, how long before a deadline it spins
     * @param sources from how many addresses it connected
     */
    public record Effort(double work, double spin, double asleep, long collections, String pacing, int sources) {}

    /** The errors of a kind, zero if there were none. */
    public Errors errors(ErrorKind kind) {
        return errors.getOrDefault(kind, Errors.NONE);
    }

    /** All errors in the window. */
    public long errorsInWindow() {
        return errors.values().stream().mapToLong(Errors::inWindow).sum();
    }

    /**
     * Reads it from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is no report; an unknown key is an error
     */
    public static LoadReport fromTree(JsonNode tree) {
        Fields fields = Fields.of(tree, "report");
        var report = new LoadReport(
                fields.duration("window"),
                fields.whole("started", 0, Long.MAX_VALUE),
                fields.whole("answered", 0, Long.MAX_VALUE),
                fields.whole("censored", 0, Long.MAX_VALUE),
                fields.whole("failed", 0, Long.MAX_VALUE),
                fields.whole("connects", 0, Long.MAX_VALUE),
                (int) fields.whole("connections", 0, Integer.MAX_VALUE),
                (int) fields.whole("waiting", 0, Integer.MAX_VALUE),
                fields.number("offeredPerSecond"),
                fields.number("answeredPerSecond"),
                errors(fields.required("errors"), fields.at("errors")),
                Latencies.decode(fields.text("response"), fields.at("response")),
                Latencies.decode(fields.text("service"), fields.at("service")),
                Latencies.decode(fields.text("lag"), fields.at("lag")),
                Latencies.decode(fields.text("connect"), fields.at("connect")),
                effort(fields.required("effort"), fields.at("effort")),
                fields.truth("valid"),
                fields.texts("reasons"),
                fields.optional("background")
                        .map(groups -> background(groups, fields.at("background")))
                        .orElse(Map.of()));
        fields.end();
        return report;
    }

    /**
     * Reads it from Jackson's tree, strictly.
     *
     * @throws BadPlanException if it is no report
     */
    public static LoadReport fromJson(String json) {
        return fromTree(Fields.parse(json, "report"));
    }

    /** The form that {@link #fromTree} reads: durations as ISO-8601, histograms as base64 of HdrHistogram's compressed encoding. */
    public ObjectNode toTree() {
        var node = JsonNodeFactory.instance.objectNode();
        node.put("window", window.toString())
                .put("started", started)
                .put("answered", answered)
                .put("censored", censored)
                .put("failed", failed)
                .put("connects", connects)
                .put("connections", connections)
                .put("waiting", waiting)
                .put("offeredPerSecond", offeredPerSecond)
                .put("answeredPerSecond", answeredPerSecond);
        var kinds = node.putObject("errors");
        for (var entry : new TreeMap<>(errors).entrySet()) {
            kinds.putObject(entry.getKey().key())
                    .put("inWindow", entry.getValue().inWindow())
                    .put("before", entry.getValue().before())
                    .put("first", entry.getValue().first());
        }
        node.put("response", response.encoded())
                .put("service", service.encoded())
                .put("lag", lag.encoded())
                .put("connect", connect.encoded());
        node.putObject("effort")
                .put("work", effort.work())
                .put("spin", effort.spin())
                .put("asleep", effort.asleep())
                .put("collections", effort.collections())
                .put("pacing", effort.pacing())
                .put("sources", effort.sources());
        node.put("valid", valid);
        var list = node.putArray("reasons");
        reasons.forEach(list::add);
        if (!background.isEmpty()) {
            var groups = node.putObject("background");
            new TreeMap<>(background)
                    .forEach((name, beside) -> groups.putObject(name)
                            .put("answered", beside.answered())
                            .put("censored", beside.censored())
                            .put("response", beside.response().encoded()));
        }
        return node;
    }

    /** The report on one line. */
    public String toJson() {
        return toTree().toString();
    }

    private static Map<String, Beside> background(JsonNode node, String where) {
        Fields.of(node, where);
        var groups = new TreeMap<String, Beside>();
        for (var entry : node.properties()) {
            Fields fields = Fields.of(entry.getValue(), where + "." + entry.getKey());
            groups.put(
                    entry.getKey(),
                    new Beside(
                            fields.whole("answered", 0, Long.MAX_VALUE),
                            fields.whole("censored", 0, Long.MAX_VALUE),
                            Latencies.decode(fields.text("response"), fields.at("response"))));
            fields.end();
        }
        return groups;
    }

    private static Map<ErrorKind, Errors> errors(JsonNode node, String where) {
        Fields.of(node, where);
        var errors = new EnumMap<ErrorKind, Errors>(ErrorKind.class);
        for (var entry : node.properties()) {
            ErrorKind kind = ErrorKind.of(entry.getKey(), where);
            Fields fields = Fields.of(entry.getValue(), where + "." + entry.getKey());
            errors.put(
                    kind,
                    new Errors(
                            fields.whole("inWindow", 0, Long.MAX_VALUE),
                            fields.whole("before", 0, Long.MAX_VALUE),
                            fields.text("first")));
            fields.end();
        }
        return errors;
    }

    private static Effort effort(JsonNode node, String where) {
        Fields fields = Fields.of(node, where);
        var effort = new Effort(
                fields.number("work"),
                fields.number("spin"),
                fields.number("asleep"),
                fields.whole("collections", 0, Long.MAX_VALUE),
                fields.text("pacing"),
                (int) fields.whole("sources", 1, Integer.MAX_VALUE));
        fields.end();
        return effort;
    }
}
