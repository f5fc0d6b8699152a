package dev.gearbox.load.report;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.stats.FitnessLimits;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Decides whether the generator was fit to measure. Its own lag directly affects the figures, so a run in which it was late, busy or interrupted describes
 * the generator and not the target: the report then says {@code valid: false} and gives the reasons, with figures.
 */
public final class ValidityGates {
    private ValidityGates() {}

    /**
     * Returns the reasons why the report is invalid.
     *
     * @param lag of the requests that are not masked, like {@code response}
     * @param masked the share of masked requests
     * @param late requests that left after the window although they could have left in it
     * @param meant for the window: arrivals of an open loop, requests begun in a closed one
     */
    static List<String> reasons(
            Latencies lag, Latencies response, double masked, long late, long meant, LoadReport.GeneratorUsage effort) {
        var reasons = new ArrayList<String>();
        long lag99 = lag.quantile(0.99);
        double allowed = Math.max(FitnessLimits.LAG_NANOS, FitnessLimits.LAG_SHARE * response.quantile(0.5));
        if (lag99 > allowed) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "lag p99 %,.0f us, allowed %,.0f us (%.0f us or %.0f %% of response p50)",
                    lag99 / 1e3,
                    allowed / 1e3,
                    FitnessLimits.LAG_NANOS / 1e3,
                    FitnessLimits.LAG_SHARE * 100));
        }
        if (masked > FitnessLimits.MASKED) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "its own stalls affected %.1f %% of the requests, allowed %.0f %%",
                    masked * 100,
                    FitnessLimits.MASKED * 100));
        }
        if (late > FitnessLimits.LATE * meant) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%,d of %,d requests left after the window although they could have left in it",
                    late,
                    meant));
        }
        if (effort.work() > FitnessLimits.WORK) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "worked %.0f %% of the time, allowed %.0f %%",
                    effort.work() * 100,
                    FitnessLimits.WORK * 100));
        }
        if (effort.collections() > 0) {
            reasons.add(String.format(Locale.ROOT, "%d garbage collections in the window", effort.collections()));
        }
        if (effort.compiledMillis() > FitnessLimits.COMPILED_MILLIS) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "its JVM compiled for %d ms in the window, allowed %d ms",
                    effort.compiledMillis(),
                    FitnessLimits.COMPILED_MILLIS));
        }
        if (effort.away() > FitnessLimits.AWAY) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "kept off its core for %.1f %% of the time, allowed %.0f %%",
                    effort.away() * 100,
                    FitnessLimits.AWAY * 100));
        }
        return reasons;
    }

    /**
     * Returns the reasons against a slice that began late: overdue requests keep the connections busy, which would be attributed to the server. By the
     * middle of the lead they have been processed.
     *
     * @param missed the delay after the agreed start, in nanoseconds
     */
    static Optional<String> late(SlicePlan slice, long missed) {
        long allowed = Math.max(FitnessLimits.MISSED_NANOS, slice.lead().toNanos() / 2);
        return missed <= allowed
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "began %,.1f ms after the agreed moment, allowed %,.1f ms (1 ms or half the lead)",
                        missed / 1e6,
                        allowed / 1e6));
    }

    /**
     * Returns the reason against a slice whose answers were much faster than those of the slice before, so that stalls masked nothing that were not short.
     *
     * @param gap the longest of them, in nanoseconds
     */
    static Optional<String> neglected(long gap, Latencies response) {
        double allowed = FitnessLimits.GAP_ALLOWED * response.quantile(0.5);
        return response.count() == 0 || gap <= allowed
                ? Optional.empty()
                : Optional.of(String.format(
                        Locale.ROOT,
                        "stalls of up to %,.0f us are in its times, allowed %,.0f us (%.0f %% of response p50)",
                        gap / 1e3,
                        allowed / 1e3,
                        FitnessLimits.GAP_ALLOWED * 100));
    }

    public static LoadReport report(
            LoadPlan plan,
            SlicePlan slice,
            long missed,
            Recorder recorder,
            Map<String, Recorder> background,
            long measured,
            int connections,
            int waiting,
            LoadReport.GeneratorUsage effort) {
        Latencies response = recorder.response();
        Latencies lag = recorder.lag();
        Latencies stalled = recorder.stalled();
        double masked = LoadReport.share(stalled, response);
        long offered = plan.arrivals() instanceof Arrivals.Closed ? recorder.started() : recorder.scheduled();
        List<String> reasons =
                reasons(lag, response, masked, recorder.late(), Math.max(offered, recorder.started()), effort);
        late(slice, missed).ifPresent(reasons::add);
        neglected(recorder.neglected(), response).ifPresent(reasons::add);
        return new LoadReport(
                Duration.ofNanos(measured),
                recorder.started(),
                recorder.answeredInWindow(),
                recorder.censored(),
                recorder.failed(),
                recorder.connects(),
                connections,
                waiting,
                offered / (slice.window().toNanos() / 1e9),
                recorder.answeredInWindow() / (measured / 1e9),
                errors(recorder, background),
                response,
                recorder.service(),
                lag,
                recorder.connWait(),
                recorder.connect(),
                stalled,
                effort,
                reasons.isEmpty(),
                reasons,
                background.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, group -> beside(group.getValue()))));
    }

    private static LoadReport.BackgroundReport beside(Recorder recorder) {
        return new LoadReport.BackgroundReport(recorder.answeredInWindow(), recorder.censored(), recorder.response());
    }

    /** Of all users: an error of an unmeasured user is an error of the server as well. */
    private static Map<ErrorKind, LoadReport.Errors> errors(Recorder recorder, Map<String, Recorder> background) {
        Map<ErrorKind, LoadReport.Errors> errors = new EnumMap<>(ErrorKind.class);
        errors.putAll(recorder.errors().byKind());
        background.forEach((name, beside) -> beside.errors()
                .byKind()
                .forEach((kind, more) -> errors.merge(
                        kind,
                        new LoadReport.Errors(more.inWindow(), more.before(), name + ": " + more.first()),
                        LoadReport.Errors::plus)));
        return errors;
    }
}
