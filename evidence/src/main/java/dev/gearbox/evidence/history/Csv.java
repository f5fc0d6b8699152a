package dev.gearbox.evidence.history;

import dev.gearbox.evidence.EvidenceException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Comma-separated values as RFC 4180 has them, so that any spreadsheet reads the history. */
final class Csv {
    private Csv() {}

    /** One line, without its end. */
    static String line(List<String> cells) {
        return cells.stream().map(Csv::cell).collect(Collectors.joining(","));
    }

    private static String cell(String text) {
        boolean plain = text.chars().noneMatch(c -> c == ',' || c == '"' || c == '\n' || c == '\r');
        return plain ? text : '"' + text.replace("\"", "\"\"") + '"';
    }

    /**
     * The cells of all lines; every line must have its end, or it was cut off.
     *
     * @throws EvidenceException naming file and line
     */
    static List<List<String>> parse(String file, String text) {
        List<List<String>> lines = new ArrayList<>();
        List<String> cells = new ArrayList<>();
        StringBuilder cell = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (quoted && c == '"' && i + 1 < text.length() && text.charAt(i + 1) == '"') {
                cell.append('"');
                i++;
            } else if (c == '"') {
                quoted = !quoted;
            } else if (quoted || (c != ',' && c != '\n' && c != '\r')) {
                cell.append(c);
            } else if (c == ',') {
                cells.add(cell.toString());
                cell.setLength(0);
            } else if (c == '\n') {
                cells.add(cell.toString());
                cell.setLength(0);
                lines.add(List.copyOf(cells));
                cells.clear();
            }
        }
        if (quoted || !cells.isEmpty() || !cell.isEmpty()) {
            throw new EvidenceException(file + ", line " + (lines.size() + 1)
                    + ": is cut off. Delete it; the next run adds what is missing");
        }
        return lines;
    }
}
