package dev.gearbox.cli.terminal;

import java.time.Duration;
import java.util.Locale;

/** Figures as text: the same in every locale, with thousands separators and no more than the significant digits. */
public final class NumberText {
    /** Shown in place of a missing figure. */
    public static final String NONE = "-";

    private NumberText() {}

    /** A count: 12,346. */
    public static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    /** Rounded to the nearest integer: 12,346. */
    public static String whole(double number) {
        return Double.isNaN(number) ? NONE : count(Math.round(number));
    }

    /** Three significant digits, at most two of them decimals, and all digits of the integer part: 4.05, 40.5, 405, 40,512. */
    public static String measured(double number) {
        if (Double.isNaN(number)) {
            return NONE;
        }
        double size = Math.abs(number);
        int decimals = size < 9.995 ? 2 : size < 99.95 ? 1 : 0;
        return String.format(Locale.ROOT, "%,." + decimals + "f", number);
    }

    /** An amount of data: 640 B, 1.28 kB, 3.20 MB. */
    public static String bytes(long bytes) {
        if (bytes < 1000) {
            return bytes + " B";
        }
        double amount = bytes;
        String unit = "";
        for (String next : new String[] {"kB", "MB", "GB", "TB"}) {
            if (amount < 1000) {
                break;
            }
            amount /= 1000;
            unit = next;
        }
        return measured(amount) + " " + unit;
    }

    /** A duration for people: 45 s, 2 min 05 s, 1 h 02 min. */
    public static String span(Duration duration) {
        long seconds = Math.max(0, Math.round(duration.toMillis() / 1e3));
        if (seconds < 60) {
            return seconds + " s";
        }
        return seconds < 3600
                ? String.format(Locale.ROOT, "%d min %02d s", seconds / 60, seconds % 60)
                : String.format(Locale.ROOT, "%d h %02d min", seconds / 3600, seconds % 3600 / 60);
    }
}
