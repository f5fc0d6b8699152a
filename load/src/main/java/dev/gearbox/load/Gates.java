package dev.gearbox.load;

import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Whether the generator was fit to measure. Its own lag goes straight into the figures, so a run in which it was late, busy or interrupted
 * describes the generator and not the target: the report then says {@code valid: false} and why, with figures.
 */
final class Gates {
    /** The lag that is allowed in any case, in nanoseconds. */
    static final long LAG = 50_000;

    /** The lag that is allowed as a share of the median response. */
    static final double LAG_SHARE = 0.1;

    /** The share of requests that may slip out of the window through the generator's fault. */
    static final double LATE = 0.01;

    /** The share of the window that may be work. */
    static final double WORK = 0.7;

    /** The share of the window in which the loop may have been kept off its core. */
    static final double AWAY = 0.05;

    private Gates() {}

    static List<String> reasons(
            Latencies lag, Latencies response, long late, long started, LoadReport.Effort effort, double away) {
        var reasons = new ArrayList<String>();
        long lag99 = lag.quantile(0.99);
        double allowed = Math.max(LAG, LAG_SHARE * response.quantile(0.5));
        if (lag99 > allowed) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "lag p99 %,.0f us, allowed %,.0f us (50 us or 10 %% of response p50)",
                    lag99 / 1e3,
                    allowed / 1e3));
        }
        if (late > LATE * started) {
            reasons.add(String.format(
                    Locale.ROOT,
                    "%,d of %,d requests left after the window although they could have left in it",
                    late,
                    started));
        }
        if (effort.work() > WORK) {
            reasons.add(String.format(Locale.ROOT, "worked %.0f %% of the time, allowed 70 %%", effort.work() * 100));
        }
        if (effort.collections() > 0) {
            reasons.add(String.format(Locale.ROOT, "%d garbage collections in the window", effort.collections()));
        }
        if (away > AWAY) {
            reasons.add(
                    String.format(Locale.ROOT, "kept off its core for %.1f %% of the time, allowed 5 %%", away * 100));
        }
        return reasons;
    }

    static LoadReport report(
            LoadPlan plan,
            Recorder recorder,
            Map<String, Recorder> background,
            long measured,
            int connections,
            int waiting,
            LoadReport.Effort effort,
            double away) {
        Latencies response = recorder.response();
        Latencies lag = recorder.lag();
        List<String> reasons = reasons(lag, response, recorder.late(), recorder.started(), effort, away);
        double planned = plan.measure().toNanos() / 1e9;
        long offered = plan.arrivals() instanceof Arrivals.Closed ? recorder.started() : recorder.scheduled();
        return new LoadReport(
                Duration.ofNanos(measured),
                recorder.started(),
                recorder.answeredInWindow(),
                recorder.censored(),
                recorder.failed(),
                recorder.connects(),
                connections,
                waiting,
                offered / planned,
                recorder.answeredInWindow() / (measured / 1e9),
                errors(recorder, background),
                response,
                recorder.service(),
                lag,
                recorder.connect(),
                effort,
                reasons.isEmpty(),
                reasons,
                background.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, group -> beside(group.getValue()))));
    }

    private static LoadReport.Beside beside(Recorder recorder) {
        return new LoadReport.Beside(recorder.answeredInWindow(), recorder.censored(), recorder.response());
    }

    /** Of all users: an error of one who is not measured is an error of the server all the same. */
    private static Map<ErrorKind, LoadReport.Errors> errors(Recorder recorder, Map<String, Recorder> background) {
        Map<ErrorKind, LoadReport.Errors> errors = new EnumMap<>(ErrorKind.class);
        errors.putAll(recorder.errorsByKind());
        background.forEach((name, beside) -> beside.errorsByKind()
                .forEach((kind, more) -> errors.merge(
                        kind,
                        new LoadReport.Errors(more.inWindow(), more.before(), name + ": " + more.first()),
                        LoadReport.Errors::plus)));
        return errors;
    }
}
