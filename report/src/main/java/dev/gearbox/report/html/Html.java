package dev.gearbox.report.html;

import dev.gearbox.report.ClaimView;
import dev.gearbox.report.Links;
import dev.gearbox.report.Report;
import dev.gearbox.report.document.Compose;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.HeatMaps;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.json.Json;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A report as one HTML file that needs nothing else: style, script, chart library and data are in it, and its own content
 * policy forbids every request. Complete without a script, as tables. The same report gives the same bytes. Thread-safe.
 */
public final class Html {
    private Html() {}

    /** The file, to be stored as UTF-8. */
    public static String of(Report report) {
        Document document = Compose.of(report);
        Markup page = new Markup();
        page.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n");
        page.raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n");
        page.raw("<meta name=\"color-scheme\" content=\"light dark\">\n");
        page.raw(
                "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; script-src 'unsafe-inline';"
                        + " style-src 'unsafe-inline'; img-src data:\">\n");
        page.element("title", document.title() + " - Gearbox").raw("\n");
        page.raw("<link rel=\"icon\" href=\"data:,\">\n");
        page.raw("<style>\n" + Json.resource("report.css") + "</style>\n</head>\n<body>\n");
        header(page, document);
        page.open("main");
        document.maps().forEach(map -> new HeatPage(page, map).write());
        document.cells().forEach(cell -> new CellPage(page, cell).write());
        document.sweeps().forEach(sweep -> sweep(page, sweep));
        claims(page, document.claims());
        document.cells().forEach(cell -> method(page, cell));
        notes(page, document.notes());
        page.close();
        page.raw("<p id=\"said\" role=\"status\" aria-live=\"polite\"></p>\n");
        page.raw("<script type=\"application/json\" id=\"data\">" + Json.of(document) + "</script>\n");
        for (String script : List.of("echarts.common.min.js", "charts.js", "report.js")) {
            page.raw("<script>\n" + Json.resource(script) + "\n</script>\n");
        }
        return page.raw("</body>\n</html>\n").toString();
    }

    private static void header(Markup page, Document document) {
        page.open("header");
        page.element("h1", document.question());
        Set<String> mapped = HeatMaps.mapped(document.maps());
        page.open("ul", "class", "answers");
        for (Document.Heat map : document.maps()) {
            page.open("li").element("a", map.title(), "href", "#" + map.id());
            page.text(": " + map.answer()).close();
        }
        document.cells().stream().filter(cell -> !mapped.contains(cell.id())).forEach(cell -> answer(page, cell));
        page.close();
        if (!mapped.isEmpty()) {
            page.open("details").element("summary", "Each of the " + mapped.size() + " cells of the maps");
            page.open("ul", "class", "answers");
            document.cells().stream().filter(cell -> mapped.contains(cell.id())).forEach(cell -> answer(page, cell));
            page.close().close();
        }
        document.cells().stream()
                .map(cell -> cell.machine().caption())
                .distinct()
                .forEach(machine -> page.element("p", machine, "class", "machine"));
        page.raw(Json.resource("controls.html"));
        page.close();
    }

    private static void answer(Markup page, Document.Cell cell) {
        page.open("li", "data-answer", cell.id());
        page.element("a", cell.title(), "href", "#" + cell.id(), "data-choose", cell.id());
        page.text(": " + cell.answer());
        page.close();
    }

    private static void sweep(Markup page, Document.Sweep sweep) {
        boolean capacity = sweep.arms().stream().anyMatch(line -> line.capacity() != null);
        Picture.write(
                page,
                sweep.id(),
                "sweep",
                sweep.title(),
                "",
                capacity
                        ? "Dashed: up to the highest rate that keeps the objective. CPU was measured at the point only."
                        : "Each point with its interval.",
                () -> {
                    List<String> heads =
                            new ArrayList<>(List.of("arm", sweep.axis(), "CPU per request, µs", "answers per second"));
                    if (capacity) {
                        heads.add("highest sustainable rate");
                    }
                    page.table(sweep.title(), heads);
                    for (Document.Line line : sweep.arms()) {
                        for (Document.Point point : line.points()) {
                            page.raw("<tr>").element("th", line.arm(), "scope", "row");
                            page.element("td", Numbers.plain(point.x())).raw("<td>");
                            page.figure(point.cpu()).raw("</td><td>");
                            page.figure(
                                            point.rate() == null
                                                    ? Numbers.UNKNOWN
                                                    : point.rate().text())
                                    .raw("</td>");
                            if (capacity) {
                                page.raw("<td>")
                                        .figure(
                                                line.capacity() == null
                                                        ? Numbers.UNKNOWN
                                                        : line.capacity().text())
                                        .raw("</td>");
                            }
                            page.raw("</tr>\n");
                        }
                    }
                    page.endTable();
                });
    }

    private static void claims(Markup page, List<ClaimView> claims) {
        if (claims.isEmpty()) {
            return;
        }
        page.open("section", "id", "claims").element("h2", "Claims of the literature");
        for (ClaimView claim : claims) {
            page.open("article", "class", "claim", "id", "claim-" + claim.id());
            page.open("h3")
                    .text(claim.id() + ": ")
                    .element("strong", claim.verdict())
                    .close();
            page.open("p")
                    .text(claim.statement() + " ")
                    .element("cite", claim.source())
                    .close();
            page.open("dl", "class", "terms");
            term(page, "Their method", claim.theirs());
            for (ClaimView.Part part : claim.parts()) {
                term(page, part.name(), part.words());
            }
            page.close();
            if (!claim.note().isEmpty()) {
                page.element("p", claim.note(), "class", "words");
            }
            page.close();
        }
        page.close();
    }

    private static void method(Markup page, Document.Cell cell) {
        page.open("details", "class", "method");
        page.element("summary", "Machine, method and what was excluded: " + cell.title());
        page.element("h3", "Machine").open("dl", "class", "terms");
        term(
                page,
                "Processor",
                cell.machine().cpu() + ", " + Numbers.count(cell.machine().cores(), "core") + " for the lab");
        term(page, "Memory", cell.machine().memoryMiB() + " MiB");
        term(page, "System", cell.machine().os() + ", kernel " + cell.machine().kernel());
        term(page, "JDK", cell.machine().jdk());
        term(page, "Congestion control", cell.machine().congestionControl());
        term(page, "Open descriptors", String.valueOf(cell.machine().descriptorLimit()));
        term(page, "Gearbox", (cell.machine().version() + " " + cell.machine().commit()).strip());
        page.close();
        page.element("h3", "Method").open("dl", "class", "terms");
        cell.method().forEach(term -> term(page, term.term(), term.text()));
        page.close();
        page.element("h3", "What was excluded, and why");
        list(page, cell.excluded(), "Nothing was excluded and nothing failed.");
        if (!cell.files().isEmpty()) {
            page.element("h3", "Raw files").open("ul");
            cell.files()
                    .forEach(file -> page.raw("<li>")
                            .element("a", file, "href", Links.to(file))
                            .raw("</li>\n"));
            page.close();
        }
        page.close();
    }

    private static void notes(Markup page, List<String> notes) {
        if (!notes.isEmpty()) {
            page.open("section", "id", "notes").element("h2", "Notes");
            list(page, notes, "");
            page.close();
        }
    }

    private static void list(Markup page, List<String> lines, String none) {
        if (lines.isEmpty()) {
            page.element("p", none, "class", "words");
            return;
        }
        page.open("ul");
        lines.forEach(line -> page.element("li", line).raw("\n"));
        page.close();
    }

    private static void term(Markup page, String name, String text) {
        page.element("dt", name).element("dd", text).raw("\n");
    }
}
