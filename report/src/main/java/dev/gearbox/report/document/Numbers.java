package dev.gearbox.report.document;

import dev.gearbox.evidence.analysis.Figure;
import java.util.Locale;

/**
 * Formats numbers: no more digits than the interval supports, the same number of decimals in a value and in its ends, a decimal point in every
 * locale, and no grouping, so that they can be pasted anywhere.
 */
public final class Numbers {
    /** Stands for an unknown value. */
    public static final String UNKNOWN = "-";

    private static final int MOST_DECIMALS = 4;
    private static final int MOST_DIGITS = 6;

    private Numbers() {}

    /** To hundredths, as points of a picture are. */
    static double rounded(double value) {
        return Math.round(value * 100) / 100.0;
    }

    /** "12.3": about three digits. */
    public static String plain(double value) {
        return Double.isFinite(value) ? fixed(value, decimals(value, 0)) : UNKNOWN;
    }

    /** "1.83 [1.74, 1.92]"; "1.83 (no interval: 1 fork)" where there is none. */
    public static String figure(Figure figure) {
        return text(figure, decimals(figure.value(), halfWidth(figure)));
    }

    /** As above, for a ratio: at least two decimals. */
    public static String ratio(Figure figure) {
        return text(figure, Math.max(2, decimals(figure.value(), halfWidth(figure))));
    }

    /** The value of a ratio alone. */
    public static String ratioValue(Figure figure) {
        return Double.isFinite(figure.value())
                ? fixed(figure.value(), Math.max(2, decimals(figure.value(), halfWidth(figure))))
                : UNKNOWN;
    }

    /** The interval alone, "[1.74, 1.92]"; empty where there is none. */
    public static String interval(Figure figure, boolean ratio) {
        String whole = ratio ? ratio(figure) : figure(figure);
        int from = whole.indexOf('[');
        return from < 0 ? "" : whole.substring(from);
    }

    /** A share as "8 %", "0.4 %". */
    public static String percent(double share) {
        if (!Double.isFinite(share)) {
            return UNKNOWN;
        }
        double percent = share * 100;
        return fixed(percent, percent != 0 && Math.abs(percent) < 2 ? 1 : 0) + " %";
    }

    /** "1 fork", "5 forks". */
    public static String count(long number, String noun) {
        return number + " " + noun + (number == 1 ? "" : "s");
    }

    private static String text(Figure figure, int decimals) {
        if (!Double.isFinite(figure.value())) {
            return UNKNOWN;
        }
        String value = fixed(figure.value(), decimals);
        if (figure.low() == figure.high()) {
            // Exact, as the baseline's ratio to itself.
            return value;
        }
        return figure.bounded()
                ? value + " [" + fixed(figure.low(), decimals) + ", " + fixed(figure.high(), decimals) + "]"
                : value + " (no interval: " + count(figure.forks(), "fork") + ")";
    }

    private static double halfWidth(Figure figure) {
        return figure.bounded() ? (figure.high() - figure.low()) / 2 : 0;
    }

    private static int decimals(double value, double halfWidth) {
        double size = Math.abs(value);
        int bySize = size == 0 || size >= 99.95 ? 0 : size >= 9.995 ? 1 : size >= 0.9995 ? 2 : 3;
        int byWidth = halfWidth > 0 ? (int) Math.ceil(-Math.log10(halfWidth)) : 0;
        // Values that fell into the same bucket of a histogram differ by rounding errors only.
        int meaningful = MOST_DIGITS - (size < 1 ? 1 : 1 + (int) Math.log10(size));
        return Math.clamp(Math.max(bySize, Math.min(byWidth, meaningful)), 0, MOST_DECIMALS);
    }

    private static String fixed(double value, int decimals) {
        String text = String.format(Locale.ROOT, "%." + decimals + "f", value);
        // A negative number that rounds to zero has no sign.
        return text.matches("-0(\\.0*)?") ? text.substring(1) : text;
    }
}
