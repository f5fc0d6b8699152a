package dev.gearbox.advise;

import java.util.Locale;

/** Figures in sentences: two or three significant digits, with a unit. */
public final class PredictedText {
    /** Binary fractions of integers are a little less than these. */
    private static final double ROUNDING = 1e-9;

    private PredictedText() {}

    public static String time(double seconds) {
        if (seconds == Double.POSITIVE_INFINITY) {
            return "without limit";
        }
        if (seconds >= 1) {
            return digits(seconds) + " s";
        }
        return seconds >= 1e-3 ? digits(seconds * 1e3) + " ms" : digits(seconds * 1e6) + " µs";
    }

    public static String rate(double perSecond) {
        return count(perSecond) + "/s";
    }

    public static String bytes(double bytes) {
        if (bytes >= 0x1p30) {
            return digits(bytes / 0x1p30) + " GiB";
        }
        return bytes >= 0x1p20
                ? digits(bytes / 0x1p20) + " MiB"
                : bytes >= 0x1p10 ? digits(bytes / 0x1p10) + " KiB" : count(bytes) + " B";
    }

    /** A count, rounded down to two digits: predictions have no more. */
    public static String count(double number) {
        if (number >= 10) {
            double unit = Math.pow(10, Math.floor(Math.log10(number)) - 1);
            return String.format(Locale.ROOT, "%,.0f", Math.floor(number / unit + ROUNDING) * unit);
        }
        return digits(number);
    }

    /** An exact count. */
    public static String exact(double number) {
        return number == Math.rint(number) ? String.format(Locale.ROOT, "%,.0f", number) : digits(number);
    }

    public static String percent(double share) {
        return Math.round(100 * share) + " %";
    }

    public static String digits(double number) {
        boolean whole = (number == Math.rint(number) && number < 1000) || number >= 99.5;
        int decimals = whole ? 0 : number >= 9.95 ? 1 : number >= 0.0995 ? 2 : 1 - (int) Math.floor(Math.log10(number));
        return String.format(Locale.ROOT, "%,." + decimals + "f", number);
    }
}
