package dev.gearbox.evidence.analysis;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Formats numbers for text, independent of the locale. */
public final class FigureText {
    private static final double MOST_MICROS = 100_000;

    private FigureText() {}

    /** Formats three significant digits without an exponent: 0.00123, 12.3, 41000. */
    public static String number(double value) {
        if (!Double.isFinite(value)) {
            return Double.isNaN(value) ? "unknown" : value > 0 ? "infinite" : "-infinite";
        }
        if (value == 0) {
            return "0";
        }
        int digits = Math.max(0, 2 - (int) Math.floor(Math.log10(Math.abs(value))));
        return BigDecimal.valueOf(value)
                .setScale(Math.min(digits, 9), RoundingMode.HALF_EVEN)
                .toPlainString();
    }

    /** Formats with the unit: "12.3 µs", "6921 ms"; long times in µs are in ms. */
    public static String quantity(double value, String unit) {
        if (unit.equals("µs") && Math.abs(value) >= MOST_MICROS) {
            return number(value / 1_000) + " ms";
        }
        return number(value) + (unit.isEmpty() ? "" : " " + unit);
    }

    /** Formats as "1.83 [1.74, 1.92]", without the interval if there is none. */
    public static String figure(Figure figure) {
        return figure.bounded()
                ? number(figure.value()) + " [" + number(figure.low()) + ", " + number(figure.high()) + "]"
                : number(figure.value());
    }
}
