package dev.gearbox.load.plan;

import java.math.BigDecimal;
import java.time.Duration;

/** The limits of the durations of a plan. */
final class DurationLimits {
    /** The longest duration of a plan; far below what nanoseconds in a long can hold. */
    static final Duration LONGEST = Duration.ofDays(365);

    private DurationLimits() {}

    static void check(Duration length, boolean zeroAllowed, String name) {
        if (length.isNegative() || (length.isZero() && !zeroAllowed) || length.compareTo(LONGEST) > 0) {
            throw new BadPlanException(name + ": " + seconds(length) + " is out of range: "
                    + (zeroAllowed ? "from 0" : "above 0") + " to 365 days");
        }
    }

    /** Formats for humans: 0.25 s. */
    private static String seconds(Duration length) {
        return BigDecimal.valueOf(length.getSeconds())
                        .add(BigDecimal.valueOf(length.getNano(), 9))
                        .stripTrailingZeros()
                        .toPlainString()
                + " s";
    }
}
