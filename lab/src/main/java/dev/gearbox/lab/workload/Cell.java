package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataFiles;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Background;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.Script;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;

/**
 * One point of a workload's grid: everything about a slice but the subject.
 *
 * @param workload the name of the workload
 * @param length the set of durations
 * @param parameters the value on each axis
 * @param protocol the protocol of the subject, in the subject's own notation
 * @param server additional options for the subject, by name
 * @param requires abilities that a subject must have: the protocol's name, the server options, and those that the file requires
 * @param arrivals when users arrive
 * @param script the steps of each user
 * @param background additional users whose times are not recorded
 * @param warmUp time under load before the measured window
 * @param measure length of the measured window
 * @param timeout how long an answer may take
 * @param slice the minimum duration of a slice's window, because requests take that long; zero: no minimum
 * @param lead unrecorded load before the window of each slice: about as long as an answer takes under this load
 * @param instrument the instrument of the study that subjects call while they serve; empty: none
 */
public record Cell(
        String workload,
        Length length,
        Map<String, String> parameters,
        String protocol,
        Map<String, String> server,
        Set<String> requires,
        Arrivals arrivals,
        Script script,
        List<Background> background,
        Duration warmUp,
        Duration measure,
        Duration timeout,
        Duration slice,
        Duration lead,
        Optional<InstrumentOptions> instrument)
        implements Condition {
    /** The lead of loads whose answers take no time worth mentioning. */
    public static final Duration SHORT_LEAD = Duration.ofMillis(100);

    /** The number of requests for which a slice of long requests lasts in an open loop: two of them may be affected by stalls of the generator. */
    private static final int FEWEST_REQUESTS = 40;

    private static final Duration LONGEST_FOR_REQUESTS = Duration.ofSeconds(10);

    /** Copies the collections, in their order. */
    public Cell {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        server = Collections.unmodifiableMap(new LinkedHashMap<>(server));
        requires = Collections.unmodifiableSet(new TreeSet<>(requires));
        background = List.copyOf(background);
    }

    /** The file with the values of the axes filled in. */
    private record Filled(
            String protocol,
            Optional<Map<String, String>> server,
            Optional<List<String>> requires,
            JsonNode arrivals,
            JsonNode script,
            Optional<JsonNode> background,
            Optional<InstrumentOptions> instrument) {}

    static Cell decode(
            Workload workload,
            Length length,
            Map<String, String> parameters,
            JsonNode filled,
            Duration warmUp,
            Duration measure,
            Duration timeout,
            Duration slice,
            Duration lead) {
        Filled own = DataFiles.READER.decode(workload.file(), filled, Filled.class);
        Map<String, String> server = own.server.orElse(Map.of());
        Arrivals arrivals = Arrivals.fromTree(own.arrivals, "arrivals");
        Set<String> requires = new LinkedHashSet<>(server.keySet());
        requires.add(own.protocol.split("\\?", 2)[0]);
        requires.addAll(own.requires.orElse(List.of()));
        Cell cell = new Cell(
                workload.name(),
                length,
                parameters,
                own.protocol,
                server,
                requires,
                arrivals,
                Script.fromTree(own.script, "script"),
                own.background
                        .map(list -> Background.listFromTree(list, "background"))
                        .orElse(List.of()),
                warmUp,
                measure,
                timeout,
                slice.isZero() ? slice : longer(slice, arrivals),
                lead,
                own.instrument);
        cell.plan("localhost", 1, 0); // checks that need the whole plan
        return cell;
    }

    /** In a slice of few requests a single stall of the generator is a large share of them, and voids its times. */
    private static Duration longer(Duration slice, Arrivals arrivals) {
        long millis =
                Math.min(LONGEST_FOR_REQUESTS.toMillis(), Math.round(1e3 * FEWEST_REQUESTS / perSecond(arrivals)));
        return millis > slice.toMillis() ? Duration.ofMillis(millis) : slice;
    }

    /** Returns the arrivals per second of an open loop; infinite for a closed one, whose rate the subject decides. */
    public double arrivalsPerSecond() {
        return perSecond(arrivals);
    }

    private static double perSecond(Arrivals arrivals) {
        return switch (arrivals) {
            case Arrivals.Closed _ -> Double.POSITIVE_INFINITY;
            case Arrivals.Constant constant -> constant.perSecond();
            case Arrivals.Poisson poisson -> poisson.perSecond();
            case Arrivals.Bursts bursts -> bursts.perSecond();
        };
    }

    /** Returns the load for a server that listens there. */
    public LoadPlan plan(String host, int port, long seed) {
        return new LoadPlan(host, port, script, arrivals, warmUp, measure, timeout, seed, background);
    }

    /** Returns the same load with other durations. */
    public Cell during(Duration otherWarmUp, Duration otherMeasure) {
        return with(script, otherWarmUp, otherMeasure);
    }

    /** Returns the same load by users whose pauses are always as long. */
    public Cell withConstantPauses() {
        return with(script.withConstantPauses(), warmUp, measure);
    }

    private Cell with(Script otherScript, Duration otherWarmUp, Duration otherMeasure) {
        return new Cell(
                workload,
                length,
                parameters,
                protocol,
                server,
                requires,
                arrivals,
                otherScript,
                background,
                otherWarmUp,
                otherMeasure,
                timeout,
                slice,
                lead,
                instrument);
    }

    /** Returns the number of simultaneous connections, including the background. */
    public int connections() {
        return arrivals.connections()
                + background.stream().mapToInt(Background::users).sum();
    }

    @Override
    public List<String> arguments() {
        List<String> arguments = new ArrayList<>(List.of("--protocol", protocol));
        server.forEach((option, value) -> arguments.addAll(List.of("--" + option, value)));
        arguments.addAll(List.of("--port", "0"));
        return arguments;
    }
}
