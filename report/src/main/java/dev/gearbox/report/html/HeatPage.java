package dev.gearbox.report.html;

import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.HeatMaps;
import dev.gearbox.report.document.Words;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A heat map as a table of HTML: the colour says how far from 1 and to which side, the words say it too. Needs no script;
 * every cell leads to its experiment.
 */
final class HeatPage {
    /** So much of the colour a cell has at most, in per cent: text on it must be readable. */
    private static final double FULL = 50;

    private final Markup page;
    private final Document.Heat map;

    HeatPage(Markup page, Document.Heat map) {
        this.page = page;
        this.map = map;
    }

    void write() {
        page.open("section", "class", "heat", "id", map.id());
        page.element("h2", map.title()).element("p", map.answer(), "class", "answer");
        List<String> heads = new ArrayList<>(List.of(""));
        map.columns().values().forEach(value -> heads.add(map.columns().name() + " " + value));
        page.table("CPU of " + map.arm() + " by CPU of " + map.baseline(), heads);
        for (Document.HeatRow row : map.rows()) {
            page.raw("<tr>").element("th", Words.options(row.parameters()), "scope", "row");
            row.cells().forEach(patch -> {
                if (patch == null) {
                    page.element("td", "not measured", "class", "none");
                } else {
                    patch(patch);
                }
            });
            page.raw("</tr>\n");
        }
        page.endTable();
        legend();
        page.close();
    }

    private void patch(Document.Patch patch) {
        page.open("td", "class", patch.verdict(), "style", "--share: " + share(patch) + "%", "title", figures(patch));
        page.figure(patch.ratio());
        page.element("a", sign(patch.verdict()) + patch.words(), "href", "#" + patch.cell());
        page.close();
    }

    private String figures(Document.Patch patch) {
        return map.arm() + " " + patch.arm().text() + " µs, " + map.baseline() + " "
                + patch.baseline().text() + " µs for each request, at "
                + patch.rate().text() + " answers per second";
    }

    /** How much of the full colour, in per cent. */
    private String share(Document.Patch patch) {
        Double ratio = patch.ratio().value();
        double part = ratio == null ? 0 : Math.min(1, Math.abs(Math.log(ratio)) / Math.log(map.limit()));
        return String.format(Locale.ROOT, "%.0f", 8 + (FULL - 8) * part);
    }

    private static String sign(String verdict) {
        return switch (verdict) {
            case "better" -> "▼ ";
            case "worse" -> "▲ ";
            case "equivalent" -> "= ";
            case "inconclusive" -> "? ";
            default -> "✖ ";
        };
    }

    private void legend() {
        page.open("div", "class", "legend");
        page.element("span", two(1 / map.limit()) + " and less").element("span", "", "class", "scale");
        page.element("span", two(map.limit()) + " and more");
        swatch("equivalent", "= shown to make no difference");
        swatch("inconclusive", "? neither shown, ✖ nothing may be concluded");
        page.close();
        HeatMaps.legend(map).forEach(sentence -> page.element("p", sentence, "class", "words"));
    }

    private static String two(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }

    private void swatch(String verdict, String text) {
        page.open("span", "class", "key");
        page.element("i", "", "class", verdict).text(text);
        page.close();
    }
}
