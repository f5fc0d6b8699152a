package dev.gearbox.report.html;

import dev.gearbox.evidence.Arm;
import dev.gearbox.report.Links;
import dev.gearbox.report.document.Document;
import dev.gearbox.report.document.Numbers;
import dev.gearbox.report.document.Words;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the page says about one workload: ranking, times, costs, front, and the causes of differences. */
final class CellPage {
    private static final List<String> COSTS =
            List.of("user", "system", "switches", "system-calls", "allocated", "wakeups", "threads", "resident");

    private final Markup page;
    private final Document.Cell cell;

    CellPage(Markup page, Document.Cell cell) {
        this.page = page;
        this.cell = cell;
    }

    void write() {
        page.open("article", "class", "cell", "id", cell.id(), "data-cell", cell.id());
        page.open("h2").text(cell.title()).close();
        page.element("p", cell.summary(), "class", "words");
        if (cell.invalid() != null) {
            page.open("p", "class", "invalid")
                    .element("strong", "✖ Invalid")
                    .text(": " + cell.invalid()
                            + ". The figures are shown as they came out; nothing is concluded from them.")
                    .close();
        }
        if (cell.rankings().isEmpty()) {
            page.element("p", "No arm has figures that could be ranked.", "class", "words");
        } else {
            ranking();
        }
        if (!cell.completions().isEmpty()) {
            order();
        }
        if (!cell.curves().isEmpty()) {
            latency();
        }
        if (cell.rankings().stream().anyMatch(ranked -> COSTS.contains(ranked.metric()))) {
            costs();
        }
        if (cell.front() != null) {
            front(cell.front());
        }
        if (!cell.causes().isEmpty()) {
            causes();
        }
        page.close();
    }

    private void ranking() {
        Picture.write(page, cell.id(), "ranking", "Ranking", "", cell.caption() + ".", () -> {
            for (Document.Ranked ranked : cell.rankings()) {
                page.table(
                        Words.capital(ranked.caption()) + " ("
                                + (ranked.better().equals("low") ? "lower" : "higher") + " is better)",
                        List.of(
                                "arm",
                                ranked.unit().isEmpty() ? "value" : ranked.unit(),
                                "relative to " + cell.baseline(),
                                "ties",
                                "verdict",
                                "p, adjusted"));
                for (Document.Place place : ranked.standings()) {
                    page.raw("<tr>").element("th", place.arm(), "scope", "row");
                    page.raw("<td>").figure(place.value()).raw("</td><td>");
                    page.figure(place.ratio()).raw("</td>");
                    page.element("td", place.ties()).element("td", place.words());
                    Double adjusted = place.adjusted();
                    page.element(
                            "td",
                            adjusted == null || place.verdict().equals("baseline")
                                    ? Numbers.UNKNOWN
                                    : adjusted < 0.0001 ? "< 0.0001" : Numbers.plain(adjusted));
                    page.raw("</tr>\n");
                }
                page.endTable();
                Double detectable = ranked.detectable();
                page.element(
                        "p",
                        detectable == null
                                ? "One fork has no interval, so no difference could have been shown."
                                : "Smallest difference that this run could have seen: about "
                                        + Numbers.percent(detectable) + ".",
                        "class",
                        "words");
            }
        });
    }

    private void order() {
        Picture.write(
                page,
                cell.id(),
                "order",
                "Completion of each, by order",
                "",
                "Where pauses add up the line is straight; where nothing waits for another it is flat. All kept slices together. Who did a"
                        + " part of the job is told for the whole.",
                () -> {
                    page.table(
                            "Completion of each, by order",
                            List.of("arm", "first, ms", "a quarter", "half", "three quarters", "last", "done", "of"));
                    for (Document.Completions arm : cell.completions()) {
                        List<String> row = new ArrayList<>();
                        int last = arm.points().size() - 1;
                        for (int quarter = 0; quarter <= 4; quarter++) {
                            row.add(Numbers.plain(
                                    arm.points().get(last * quarter / 4).getLast()));
                        }
                        row.add(String.valueOf(arm.done()));
                        row.add(String.valueOf(arm.whole()));
                        page.row(arm.arm(), row);
                    }
                    page.endTable();
                });
    }

    private void latency() {
        StringBuilder kinds = new StringBuilder();
        if (cell.curves().size() > 1) {
            Markup choice = new Markup();
            choice.open("label", "class", "choice").text("Time ").open("select", "data-view", "kind");
            cell.curves().forEach(curves -> choice.element("option", curves.title(), "value", curves.kind()));
            choice.close().close();
            kinds.append(choice);
        }
        Picture.write(
                page,
                cell.id(),
                "latency",
                "Distribution of times",
                kinds.toString(),
                cell.curves().getFirst().note(),
                () -> cell.curves().forEach(this::quantiles));
    }

    private void quantiles(Document.Curves curves) {
        Map<String, Double> places = new LinkedHashMap<>();
        places.put("p50", 2.0);
        places.put("p90", 10.0);
        places.put("p99", 100.0);
        places.put("p99.9", 1000.0);
        places.put("p99.99", 10000.0);
        List<String> heads = new ArrayList<>(List.of("arm"));
        places.keySet().forEach(place -> heads.add(place + ", µs"));
        heads.add("requests");
        page.table(curves.title(), heads);
        for (Document.Curve curve : curves.arms()) {
            List<String> row = new ArrayList<>();
            places.values()
                    .forEach(place -> row.add(curve.points().stream()
                            .filter(point -> point.getFirst().equals(place))
                            .map(point -> Numbers.plain(point.getLast()))
                            .findFirst()
                            .orElse(Numbers.UNKNOWN)));
            row.add(String.valueOf(curve.requests()));
            page.row(curve.arm(), row);
        }
        page.endTable();
    }

    private void costs() {
        Picture.write(
                page,
                cell.id(),
                "cost",
                "What a request costs",
                "",
                "CPU for each request, in the program and in the kernel on its behalf.",
                () -> {
                    page.open("div", "class", "cards");
                    cell.arms().forEach(this::card);
                    page.close();
                });
    }

    private void card(Arm arm) {
        page.open("section", "class", "card").element("h4", arm.label()).open("dl");
        boolean[] any = {false};
        for (Document.Ranked ranked : cell.rankings()) {
            if (COSTS.contains(ranked.metric())) {
                ranked.standings().stream()
                        .filter(place -> place.arm().equals(arm.label()))
                        .forEach(place -> {
                            any[0] = true;
                            entry(ranked.caption(), place.value(), ranked.unit());
                        });
            }
        }
        page.close();
        if (!any[0]) {
            page.element("p", "No figures.", "class", "words");
        }
        page.close();
    }

    private void entry(String name, Document.Quantity quantity, String unit) {
        page.element("dt", name).raw("<dd>").figure(quantity);
        if (!unit.isEmpty()) {
            page.text(" " + unit);
        }
        page.raw("</dd>\n");
    }

    private void front(Document.Front front) {
        Picture.write(
                page,
                cell.id(),
                "front",
                "CPU, p99 and memory together",
                "",
                String.join(" ", front.words()) + " Filled marks are on the front; a larger mark needs more memory.",
                () -> {
                    page.table(
                            "CPU, p99 and memory together",
                            List.of("arm", "CPU per request, µs", "p99, µs", "memory, MiB", "state"));
                    for (Document.Spot spot : front.spots()) {
                        page.raw("<tr>").element("th", spot.arm(), "scope", "row");
                        page.raw("<td>")
                                .figure(spot.cpu())
                                .raw("</td><td>")
                                .figure(spot.p99())
                                .raw("</td><td>");
                        page.figure(
                                        spot.memory() == null
                                                ? Numbers.UNKNOWN
                                                : spot.memory().text())
                                .raw("</td>");
                        page.element(
                                "td",
                                switch (spot.state()) {
                                    case "front" -> "on the front";
                                    case "dominated" -> "dominated by " + Words.list(spot.by());
                                    default -> "behind " + Words.list(spot.by()) + ", not shown";
                                });
                        page.raw("</tr>\n");
                    }
                    page.endTable();
                });
    }

    private void causes() {
        Picture.write(
                page,
                cell.id(),
                "causes",
                "Where the CPU went",
                "<span class=\"choice pair\"></span>",
                "From a run of its own under a profiler: shares explain a difference, they do not measure it.",
                this::causesTable);
    }

    private void causesTable() {
        Map<String, Map<String, Double>> byCategory = new LinkedHashMap<>();
        cell.causes()
                .forEach(cause -> cause.categories()
                        .forEach(category -> byCategory
                                .computeIfAbsent(category.category(), name -> new LinkedHashMap<>())
                                .put(cause.arm(), category.micros())));
        List<String> heads = new ArrayList<>(List.of("µs per request"));
        cell.causes().forEach(cause -> heads.add(cause.arm()));
        page.table("Where the CPU went", heads);
        byCategory.forEach((category, micros) -> page.row(
                category,
                cell.causes().stream()
                        .map(cause -> micros.containsKey(cause.arm())
                                ? Numbers.plain(micros.getOrDefault(cause.arm(), 0.0))
                                : Numbers.UNKNOWN)
                        .toList()));
        page.endTable();
        page.open("p", "class", "words");
        for (Document.Cause cause : cell.causes()) {
            String file = cause.flameGraph();
            if (file != null) {
                page.element("a", "Flame graph of " + cause.arm(), "href", Links.to(file))
                        .text(" ");
            }
        }
        page.close();
    }
}
