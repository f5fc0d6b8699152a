package dev.gearbox.load.plan;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.regex.Pattern;

/** Reads durations as written in workload files ({@code 1s}, {@code 250ms}, {@code 20us}, {@code 2m}) and as ISO-8601. */
final class PlanDurations {
    private static final Pattern SHORT = Pattern.compile("(\\d{1,15})\\s*(ns|us|ms|s|m|h)");

    private PlanDurations() {}

    static Duration parse(String text, String where) {
        var matcher = SHORT.matcher(text);
        if (matcher.matches()) {
            long amount = Long.parseLong(matcher.group(1));
            return switch (matcher.group(2)) {
                case "ns" -> Duration.ofNanos(amount);
                case "us" -> Duration.ofSeconds(amount / 1_000_000, amount % 1_000_000 * 1_000);
                case "ms" -> Duration.ofMillis(amount);
                case "s" -> Duration.ofSeconds(amount);
                case "m" -> Duration.ofMinutes(amount);
                default -> Duration.ofHours(amount);
            };
        }
        try {
            return Duration.parse(text);
        } catch (DateTimeParseException _) {
            throw new BadPlanException(
                    where + ": \"" + text + "\" is not a duration. Write 1s, 250ms, 20us, 2m or PT1.5S");
        }
    }

    /** The longest duration a plan may name; far below what nanoseconds in a long can hold. */
    static final Duration LONGEST = Duration.ofDays(365);

    static Duration check(Duration duration, boolean zeroAllowed, String where) {
        if (duration.isNegative() || (duration.isZero() && !zeroAllowed) || duration.compareTo(LONGEST) > 0) {
            throw new BadPlanException(where + ": " + seconds(duration) + " is out of range: "
                    + (zeroAllowed ? "from 0" : "above 0") + " to 365 days");
        }
        return duration;
    }

    /** Formats for humans: 0.25 s. */
    private static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.getSeconds())
                        .add(BigDecimal.valueOf(duration.getNano(), 9))
                        .stripTrailingZeros()
                        .toPlainString()
                + " s";
    }
}
