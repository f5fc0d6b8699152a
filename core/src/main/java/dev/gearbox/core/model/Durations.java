package dev.gearbox.core.model;

import java.math.BigDecimal;
import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Durations as people write them, in options, specs and data files alike: a number and a unit ({@code 20us}, {@code 250ms}, {@code 1.5s}, {@code 2m}, {@code
 * 1h}), or ISO-8601 ({@code PT1.5S}), as programs write them.
 */
public final class Durations {
    /** The longest duration that is accepted: its nanoseconds, and sums of them, fit into a long. */
    public static final Duration LONGEST = Duration.ofDays(365);

    private static final Pattern SHORT = Pattern.compile("(\\d{1,15}(?:\\.\\d{1,9})?) *(ns|us|ms|s|m|h)");

    private Durations() {}

    /** Parses a duration from zero to {@link #LONGEST}; empty if the text is not one. */
    public static Optional<Duration> parse(String text) {
        Matcher matcher = SHORT.matcher(text);
        try {
            Duration duration = matcher.matches()
                    ? nanos(new BigDecimal(matcher.group(1)).multiply(BigDecimal.valueOf(nanosOf(matcher.group(2)))))
                    : Duration.parse(text);
            return duration.isNegative() || duration.compareTo(LONGEST) > 0 ? Optional.empty() : Optional.of(duration);
        } catch (DateTimeParseException | ArithmeticException none) {
            return Optional.empty();
        }
    }

    private static Duration nanos(BigDecimal nanos) {
        BigDecimal[] parts = nanos.divideAndRemainder(BigDecimal.valueOf(1_000_000_000));
        return Duration.ofSeconds(parts[0].longValueExact(), parts[1].longValue());
    }

    private static long nanosOf(String unit) {
        return switch (unit) {
            case "ns" -> 1;
            case "us" -> 1_000;
            case "ms" -> 1_000_000;
            case "s" -> 1_000_000_000;
            case "m" -> 60_000_000_000L;
            default -> 3_600_000_000_000L;
        };
    }

    /** Formats a duration as {@link #parse} reads it, in the largest unit up to minutes that gives an integer: {@code 90s}, {@code 2m}. */
    static String text(Duration duration) {
        long nanos = duration.toNanos();
        return Stream.of("m", "s", "ms", "us")
                .filter(unit -> nanos % nanosOf(unit) == 0)
                .findFirst()
                .map(unit -> nanos / nanosOf(unit) + unit)
                .orElse(nanos + "ns");
    }
}
