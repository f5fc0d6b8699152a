package dev.gearbox.report.html;

import dev.gearbox.report.assets.Assets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A page on predictions in the style of the report: one self-contained file without a script. Tables, a plot of residuals, and maps. The same content gives the same bytes.
 */
public final class AdvicePage {
    private static final int WIDTH = 640;
    private static final int ROW = 16;
    private static final int LABELS = 260;
    private static final double DECADES = 1;

    private final String title;
    private final List<String> parts = new ArrayList<>();
    private final List<String> winners = new ArrayList<>();

    /**
     * A point of a plot.
     *
     * @param label what it is
     * @param low lower end of the predicted interval divided by the predicted value
     * @param ratio the measured value divided by the predicted one
     * @param high upper end
     */
    public record Residual(String label, double low, double ratio, double high) {
        boolean inside() {
            return low <= ratio && ratio <= high;
        }
    }

    /**
     * A point of a map.
     *
     * @param winner has a colour of its own on the page; empty: none
     * @param text in the square
     * @param marks below it
     * @param equal whether others are as good
     */
    public record Square(String winner, String text, String marks, boolean equal) {}

    /** @param title the heading of the page */
    public AdvicePage(String title) {
        this.title = title;
    }

    /** Adds a heading. */
    public AdvicePage heading(String text) {
        parts.add("<h2>" + escaped(text) + "</h2>");
        return this;
    }

    /** Adds a paragraph. */
    public AdvicePage paragraph(String text) {
        parts.add("<p>" + escaped(text) + "</p>");
        return this;
    }

    /** Adds a table; the first row is its head. */
    public AdvicePage table(List<List<String>> rows) {
        StringBuilder html = new StringBuilder("<table>\n");
        for (int i = 0; i < rows.size(); i++) {
            String cell = i == 0 ? "th" : "td";
            html.append("<tr>");
            rows.get(i)
                    .forEach(text -> html.append('<')
                            .append(cell)
                            .append('>')
                            .append(escaped(text))
                            .append("</")
                            .append(cell)
                            .append('>'));
            html.append("</tr>\n");
        }
        parts.add(html.append("</table>").toString());
        return this;
    }

    /** Adds a plot of measured divided by predicted, on a logarithmic scale from 0.1 to 10, with the predicted interval as a line. */
    public AdvicePage residuals(List<Residual> residuals) {
        int height = ROW * (residuals.size() + 2);
        StringBuilder svg = new StringBuilder(String.format(
                Locale.ROOT,
                "<svg role=\"img\" aria-label=\"measured divided by predicted\" viewBox=\"0 0 %d %d\" width=\"%d\" height=\"%d\" font-size=\"11\" fill=\"currentColor\" stroke=\"none\">%n",
                WIDTH,
                height,
                WIDTH,
                height));
        for (double tick : new double[] {0.1, 0.5, 1, 2, 10}) {
            svg.append(String.format(
                    Locale.ROOT,
                    "<line x1=\"%1$.1f\" x2=\"%1$.1f\" y1=\"%2$d\" y2=\"%3$d\" stroke=\"currentColor\" stroke-opacity=\"%4$s\"/><text x=\"%1$.1f\" y=\"11\" text-anchor=\"middle\">%5$s</text>%n",
                    x(tick),
                    ROW,
                    height,
                    tick == 1 ? "0.8" : "0.2",
                    tick));
        }
        for (int i = 0; i < residuals.size(); i++) {
            Residual one = residuals.get(i);
            double y = ROW * (i + 1.5);
            svg.append(String.format(
                    Locale.ROOT,
                    "<text x=\"%d\" y=\"%.1f\" text-anchor=\"end\">%s</text><line x1=\"%.1f\" x2=\"%.1f\" y1=\"%.1f\" y2=\"%.1f\" stroke=\"currentColor\" stroke-opacity=\"0.5\"/><circle cx=\"%.1f\" cy=\"%.1f\" r=\"%s\"><title>%s</title></circle>%n",
                    LABELS - 10,
                    y + 4,
                    escaped(one.label()),
                    x(one.low()),
                    x(one.high()),
                    y,
                    y,
                    x(one.ratio()),
                    y,
                    one.inside() ? "3" : "5",
                    one.inside() ? "in the predicted interval" : "outside of the predicted interval"));
        }
        parts.add(svg.append("</svg>").toString());
        return this;
    }

    /** Adds a map: a square for each row and column, row by row. */
    public AdvicePage map(String label, List<String> columns, List<String> rows, List<Square> squares) {
        squares.stream()
                .map(Square::winner)
                .filter(winner -> !winner.isEmpty() && !winners.contains(winner))
                .forEach(winners::add);
        parts.add(MapSvg.of(label, columns, rows, squares, winners));
        return this;
    }

    private static double x(double ratio) {
        double exponent = Math.clamp(Math.log10(ratio), -DECADES, DECADES);
        return LABELS + 10 + (WIDTH - LABELS - 40) * (exponent + DECADES) / (2 * DECADES);
    }

    /** Returns the file's content, to be stored as UTF-8. */
    public String text() {
        return "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
                + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
                + "<meta name=\"color-scheme\" content=\"light dark\">\n"
                + "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\">\n"
                + "<title>" + escaped(title) + " - Gearbox</title>\n<style>\n" + Assets.text("report.css")
                + "</style>\n</head>\n<body>\n<header>\n<h1>" + escaped(title) + "</h1>\n</header>\n<main>\n"
                + String.join("\n", parts) + "\n</main>\n</body>\n</html>\n";
    }

    static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;");
    }
}
