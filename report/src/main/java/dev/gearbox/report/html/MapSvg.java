package dev.gearbox.report.html;

import java.util.List;
import java.util.Locale;

/** A map of squares as SVG: a colour for each winner, pale with a dashed edge where there is no difference, empty where nothing is possible. */
final class MapSvg {
    private static final int LEFT = 90;
    private static final int TOP = 24;
    private static final int WIDTH = 150;
    private static final int HEIGHT = 44;
    /** Neighbours in a list of colours that differ by this angle are far from each other, however many there are. */
    private static final int GOLDEN_ANGLE = 137;

    private static final int DEGREES = 360;

    private MapSvg() {}

    /** @param winners all winners of the page, in the order of their colours */
    static String of(
            String label,
            List<String> columns,
            List<String> rows,
            List<AdvicePage.Square> squares,
            List<String> winners) {
        int width = LEFT + WIDTH * columns.size();
        int height = TOP + HEIGHT * rows.size();
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg role=\"img\" aria-label=\"%s\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-size=\"11\" fill=\"currentColor\">%n",
                AdvicePage.escaped(label),
                width,
                height,
                width,
                height));
        for (int column = 0; column < columns.size(); column++) {
            text(svg, LEFT + WIDTH * column + WIDTH / 2, TOP - 8, "middle", columns.get(column));
        }
        for (int row = 0; row < rows.size(); row++) {
            text(svg, LEFT - 8, TOP + HEIGHT * row + HEIGHT / 2, "end", rows.get(row));
            for (int column = 0; column < columns.size(); column++) {
                AdvicePage.Square one = squares.get(row * columns.size() + column);
                square(svg, LEFT + WIDTH * column, TOP + HEIGHT * row, one, winners.indexOf(one.winner()));
            }
        }
        return svg.append("</svg>").toString();
    }

    private static void square(StringBuilder svg, int x, int y, AdvicePage.Square square, int colour) {
        String fill = square.winner().isEmpty()
                ? "fill=\"none\""
                : String.format(
                        Locale.ROOT,
                        "fill=\"hsl(%d 60%% 50%%)\" fill-opacity=\"%s\"",
                        GOLDEN_ANGLE * colour % DEGREES,
                        square.equal() ? "0.15" : "0.45");
        svg.append(String.format(
                Locale.ROOT,
                "<rect x=\"%d\" y=\"%d\" width=\"%d\" height=\"%d\" %s stroke=\"currentColor\" stroke-opacity=\"0.4\"%s/>%n",
                x,
                y,
                WIDTH - 2,
                HEIGHT - 2,
                fill,
                square.equal() ? " stroke-dasharray=\"3 3\"" : ""));
        text(svg, x + 6, y + HEIGHT / 2 - 4, "start", square.text());
        text(svg, x + 6, y + HEIGHT - 9, "start", square.marks());
    }

    private static void text(StringBuilder svg, int x, int y, String anchor, String text) {
        svg.append(String.format(
                Locale.ROOT,
                "<text x=\"%d\" y=\"%d\" text-anchor=\"%s\">%s</text>%n",
                x,
                y,
                anchor,
                AdvicePage.escaped(text)));
    }
}
