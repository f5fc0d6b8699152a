package dev.gearbox.lab.load;

import dev.gearbox.evidence.Objective;
import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * A trial of one rate: one or more pieces under load, whose requests count together. On a quiet machine it is one piece; on a disturbed one several short
 * ones, of which only the undisturbed are added. The quantile is that of all requests, because the mean of quantiles would not be one.
 */
final class RateTrial {
    private static final double ANSWERED = 0.995;

    private final Objective objective;
    private final Histogram response = TimeHistograms.empty();
    private double seconds;
    private double offered;
    private double answered;
    private long failed;
    private long censored;

    RateTrial(Objective objective) {
        this.objective = objective;
    }

    void add(Slice slice, TimeHistograms times) {
        Slice.Requests traffic = slice.traffic();
        seconds += traffic.seconds();
        offered += traffic.offeredPerSecond() * traffic.seconds();
        answered += traffic.answeredPerSecond() * traffic.seconds();
        failed += traffic.failed();
        censored += traffic.censored();
        response.add(times.of(TimeHistograms.Kind.RESPONSE));
    }

    /** Returns the measured time so far. */
    double seconds() {
        return seconds;
    }

    /** Returns the quantile of the objective, in ms. */
    double millis() {
        return millis(response, objective);
    }

    static double millis(Histogram response, Objective objective) {
        return response.getValueAtPercentile(100 * objective.quantile()) / 1e6;
    }

    /** Returns why the trial is bad; empty if it is good. */
    String missed() {
        if (failed > 0) {
            return failed + " requests failed";
        }
        if (censored > 0) {
            return censored + " requests were not answered";
        }
        if (answered < ANSWERED * offered) {
            return String.format(
                    Locale.ROOT, "%.0f of %.0f requests/s were answered", answered / seconds, offered / seconds);
        }
        return millis() <= objective.millis() ? "" : String.format(Locale.ROOT, "%.2f ms", millis());
    }
}
