package dev.gearbox.evidence;

import java.math.BigDecimal;

/**
 * The condition for a rate to count as sustained: a quantile of the response times stays within a limit, and every request is answered.
 *
 * @param quantile such as 0.99; above 0 and below 1
 * @param millis the limit, in ms; above 0
 */
public record Objective(double quantile, double millis) {
    /** Validates both numbers. */
    public Objective {
        if (!(quantile > 0 && quantile < 1 && millis > 0 && Double.isFinite(millis))) {
            throw new EvidenceException("an objective needs a quantile between 0 and 1 and a limit above 0 ms: "
                    + quantile + ", " + millis);
        }
    }

    /** Returns a text such as "p99 within 5 ms". */
    public String words() {
        return "p" + plain(100 * quantile) + " within " + plain(millis) + " ms";
    }

    private static String plain(double value) {
        return BigDecimal.valueOf(value).stripTrailingZeros().toPlainString();
    }
}
