package dev.gearbox.evidence.analysis;

import java.math.BigDecimal;
import java.math.RoundingMode;

/** Numbers in sentences, the same on every machine. */
public final class FigureText {
    private FigureText() {}

    /** Three significant digits, without an exponent: 0.00123, 12.3, 41000. */
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

    /** "1.83 [1.74, 1.92]", or without the interval where there is none. */
    public static String figure(Figure figure) {
        return figure.bounded()
                ? number(figure.value()) + " [" + number(figure.low()) + ", " + number(figure.high()) + "]"
                : number(figure.value());
    }
}
