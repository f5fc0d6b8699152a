package dev.gearbox.report.text;

import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Ranking.RankedArm;
import java.util.List;
import java.util.stream.DoubleStream;

/** Ratios with their intervals as text, all on one logarithmic scale: {@code | --o--}. The bar is the baseline. */
final class Plot {
    private final double low;
    private final double high;
    private final boolean ascii;

    Plot(List<RankedArm> standings, boolean ascii) {
        double[] ends = DoubleStream.concat(
                        DoubleStream.of(1),
                        standings.stream()
                                .map(RankedArm::ratio)
                                .flatMapToDouble(ratio -> DoubleStream.of(ratio.value(), ratio.low(), ratio.high())))
                .filter(end -> Double.isFinite(end) && end > 0)
                .map(Math::log)
                .sorted()
                .toArray();
        low = ends[0];
        high = ends[ends.length - 1];
        this.ascii = ascii;
    }

    /** Returns the row of an arm; blank if it has no ratio. */
    String of(RankedArm standing, int width) {
        if (width == 0) {
            return "";
        }
        StringBuilder row = new StringBuilder(" ".repeat(width));
        row.setCharAt(place(1, width), ascii ? '|' : '│');
        Figure ratio = standing.ratio();
        if (Double.isFinite(ratio.value()) && ratio.value() > 0) {
            if (ratio.bounded() && ratio.low() > 0) {
                for (int at = place(ratio.low(), width); at <= place(ratio.high(), width); at++) {
                    row.setCharAt(at, ascii ? '-' : '─');
                }
            }
            row.setCharAt(place(ratio.value(), width), ascii ? 'o' : '●');
        }
        return row.toString();
    }

    private int place(double ratio, int width) {
        return high == low ? width / 2 : (int) Math.round((Math.log(ratio) - low) / (high - low) * (width - 1));
    }
}
