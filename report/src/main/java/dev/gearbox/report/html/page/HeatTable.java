package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The words and the colours of a heat map. */
final class HeatTable {
    /** So much of the colour a cell has at most, in per cent: text on it must be readable. */
    private static final double FULL = 50;

    private static final double LEAST = 8;

    private HeatTable() {}

    static List<String> heads(Document.Heat map) {
        List<String> heads = new ArrayList<>(List.of(""));
        map.columns().values().forEach(value -> heads.add(map.columns().name() + " " + value));
        return heads;
    }

    /** What a ratio was made of. */
    static String figures(Document.Heat map, Document.Patch patch) {
        return map.arm() + " " + patch.arm().text() + " µs, " + map.baseline() + " "
                + patch.baseline().text() + " µs for each request, at "
                + patch.rate().text() + " answers per second";
    }

    /** How much of the full colour, in per cent. */
    static String share(Document.Heat map, Document.Patch patch) {
        Double ratio = patch.ratio().value();
        double part = ratio == null ? 0 : Math.min(1, Math.abs(Math.log(ratio)) / Math.log(map.limit()));
        return String.format(Locale.ROOT, "%.0f", LEAST + (FULL - LEAST) * part);
    }

    static String sign(Document.Patch patch) {
        return switch (patch.verdict()) {
            case "better" -> "▼";
            case "worse" -> "▲";
            case "equivalent" -> "=";
            case "inconclusive" -> "?";
            default -> "✖";
        };
    }

    /** An end of the scale. */
    static String end(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
