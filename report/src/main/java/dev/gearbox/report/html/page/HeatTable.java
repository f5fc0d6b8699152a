package dev.gearbox.report.html.page;

import dev.gearbox.report.document.Document;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The texts and colours of a heat map. */
final class HeatTable {
    /** The most colour that a cell has, in per cent: text on it must be readable. */
    private static final double FULL = 50;

    private static final double LEAST = 8;

    private HeatTable() {}

    static List<String> heads(Document.Heat map) {
        List<String> heads = new ArrayList<>(List.of(""));
        map.columns().values().forEach(value -> heads.add(map.columns().name() + " " + value));
        return heads;
    }

    /** Returns the values that a ratio was made of. */
    static String figures(Document.Heat map, Document.Patch patch) {
        return map.arm() + " " + patch.arm().text() + " µs, " + map.baseline() + " "
                + patch.baseline().text() + " µs for each request, at "
                + patch.rate().text() + " answers per second";
    }

    /** Returns how much of the full colour a cell has, in per cent. */
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

    /** Formats an end of the scale. */
    static String end(double ratio) {
        return String.format(Locale.ROOT, "%.2f", ratio);
    }
}
