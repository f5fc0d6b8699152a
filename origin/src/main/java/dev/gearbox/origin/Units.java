package dev.gearbox.origin;

import dev.gearbox.core.model.Durations;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses amounts as people write them: 300ms, 50KiB, 100Mbit, 1%. Throws an {@link IllegalArgumentException} with the expected form. */
final class Units {
    private static final Pattern AMOUNT = Pattern.compile("(\\d{1,9}(?:\\.\\d{1,6})?)\\s*([A-Za-z%]+)");
    private static final Map<String, Double> BYTES =
            Map.of("B", 1.0, "kB", 1e3, "KB", 1e3, "MB", 1e6, "KiB", 1024.0, "MiB", 1048576.0);
    private static final Map<String, Double> BITS = Map.of("kbit", 1e3, "Mbit", 1e6, "Gbit", 1e9);

    private Units() {}

    /** Parses a duration of up to an hour. */
    static Duration time(String text) {
        Duration time = text.equals("0")
                ? Duration.ZERO
                : Durations.parse(text.strip()).orElseThrow(() -> none(text, "a time: 300ms, 1.5s, 20us"));
        if (time.compareTo(Delay.MOST) > 0) {
            throw new IllegalArgumentException("\"" + text + "\" is more than an hour");
        }
        return time;
    }

    /** Formats a duration: {@code 300 ms}, {@code 1.5 s}. */
    static String words(Duration time) {
        long nanos = time.toNanos();
        String unit = nanos >= 1_000_000_000 ? "s" : nanos >= 1_000_000 ? "ms" : "us";
        int digits = unit.equals("s") ? 9 : unit.equals("ms") ? 6 : 3;
        BigDecimal amount = BigDecimal.valueOf(nanos, digits)
                .setScale(3, RoundingMode.HALF_UP)
                .stripTrailingZeros();
        return amount.toPlainString() + " " + unit;
    }

    /** Parses an amount of data, in bytes. */
    static long size(String text) {
        return (long) amount(text, BYTES, "a size: 1KiB, 500KiB, 1MiB");
    }

    /** Parses a rate into bytes per second. */
    static double rate(String text) {
        double bytes = amount(text, BITS, "a rate: 100Mbit, 1Gbit") / 8;
        if (bytes < 1000) {
            throw new IllegalArgumentException("\"" + text + "\" is too slow: 8kbit is the least");
        }
        return bytes;
    }

    /** Parses a share, from 0 to 1. */
    static double share(String text) {
        double share = amount(text, Map.of("%", 0.01), "a share: 1%, 0.5%");
        if (share > 1) {
            throw new IllegalArgumentException("\"" + text + "\" is more than 100%");
        }
        return share;
    }

    private static double amount(String text, Map<String, Double> units, String takes) {
        Matcher matcher = AMOUNT.matcher(text.strip());
        Double unit = matcher.matches() ? units.get(matcher.group(2)) : null;
        if (unit == null) {
            throw none(text, takes);
        }
        return Double.parseDouble(matcher.group(1)) * unit;
    }

    private static IllegalArgumentException none(String text, String takes) {
        return new IllegalArgumentException("\"" + text + "\" is not valid. Expected " + takes);
    }
}
