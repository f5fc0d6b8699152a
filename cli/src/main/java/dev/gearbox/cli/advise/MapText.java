package dev.gearbox.cli.advise;

import dev.gearbox.advise.PredictedText;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.map.Region;
import dev.gearbox.advise.map.RegionMap;
import dev.gearbox.advise.rules.LiteratureRule;
import dev.gearbox.advise.rules.LiteratureRules;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Paragraph;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.cli.terminal.UsageException;
import dev.gearbox.report.html.AdvicePage;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** {@code gearbox advise --map}: the map for the terminal, and as a page with drawings. */
final class MapText {
    static final String PAGE = "advice-map.html";
    private static final String LEGEND =
            "Each point: the recommended engine; \"3 equal\": three others are not clearly different; \"-\": no engine carries it. r1 to r6 are rules of the literature: + the engine"
                    + " of the rule is among the best, ! it is not, without sign: the rule recommends no engine.";

    private final RegionMap map;
    private final Costs costs;

    MapText(RegionMap map, Costs costs) {
        this.map = map;
        this.costs = costs;
    }

    void print(Console console) {
        for (int size = 0; size < map.axes().bytes().size(); size++) {
            console.out().println(console.bold(title(size)));
            List<TextColumn> columns = new ArrayList<>(List.of(TextColumn.text("connections", 0)));
            cpus().forEach(cpu -> columns.add(TextColumn.text(cpu, 0)));
            Table table = new Table(columns);
            for (int row = 0; row < map.axes().connections().size(); row++) {
                List<String> cells = new ArrayList<>(List.of(connections().get(row)));
                for (int column = 0; column < map.axes().cpuSeconds().size(); column++) {
                    Region region = map.at(size, row, column);
                    cells.add((winner(region) + " " + marks(region)).strip());
                }
                table.row(cells);
            }
            table.print(console);
            console.out().println();
        }
        words().forEach(line -> console.out().println(Paragraph.wrap(line, 0, console.outColumns())));
    }

    /** Writes the page and returns its path. */
    Path write(Path folder) {
        AdvicePage page = new AdvicePage("Which engine is predicted to be best where?");
        words().forEach(page::paragraph);
        for (int size = 0; size < map.axes().bytes().size(); size++) {
            List<AdvicePage.Square> squares = new ArrayList<>();
            for (int row = 0; row < map.axes().connections().size(); row++) {
                for (int column = 0; column < map.axes().cpuSeconds().size(); column++) {
                    Region region = map.at(size, row, column);
                    squares.add(new AdvicePage.Square(
                            region.possible() ? region.best().getFirst() : "",
                            winner(region),
                            marks(region),
                            region.noDifference()));
                }
            }
            page.heading(title(size)).map(title(size), cpus(), connections(), squares);
        }
        Path file = folder.resolve(PAGE);
        try {
            Files.createDirectories(folder);
            return Files.writeString(file, page.text());
        } catch (IOException refused) {
            throw new UsageException(
                    "cannot write " + file + " (" + refused.getMessage() + "): name another folder with --out",
                    refused);
        }
    }

    private List<String> words() {
        List<String> lines = new ArrayList<>(List.of(LEGEND, costs.caption()));
        lines.add(
                "A prediction, not a measurement. The bounds of the rules are an interpretation: the literature gives no numbers.");
        LiteratureRules.shipped().rules().stream()
                .sorted(Comparator.comparing(LiteratureRule::id))
                .forEach(rule -> lines.add(rule.id() + ": " + rule.statement()));
        return lines;
    }

    private String title(int size) {
        var any = map.at(size, 0, 0).workload();
        return PredictedText.bytes((double) any.bytes()) + " a request, " + NumberText.measured(any.rate())
                + " requests/s, " + any.cores() + (any.cores() == 1 ? " core" : " cores");
    }

    private List<String> connections() {
        return map.axes().connections().stream().map(NumberText::count).toList();
    }

    private List<String> cpus() {
        return map.axes().cpuSeconds().stream()
                .map(seconds -> (seconds == 0 ? "no" : PredictedText.time(seconds)) + " CPU")
                .toList();
    }

    static String winner(Region region) {
        if (!region.possible()) {
            return "-";
        }
        int others = region.best().size() - 1;
        return region.best().getFirst() + (others == 0 ? "" : ", " + others + " equal");
    }

    static String marks(Region region) {
        return region.rules().stream()
                .map(rule -> rule.id().replace("rule-", "r")
                        + switch (rule.agreement()) {
                            case AGREES -> "+";
                            case DIFFERS -> "!";
                            case OPEN -> "";
                        })
                .sorted()
                .collect(Collectors.joining(" "));
    }
}
