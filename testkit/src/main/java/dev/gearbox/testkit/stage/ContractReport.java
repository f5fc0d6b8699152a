package dev.gearbox.testkit.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.SequencedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Writes {@code target/contract.md} at the root of the project. Each test class leaves its part in {@code target/contract/}, and the page is
 * made of all parts that are there: so each module with engines adds its own.
 */
public final class ContractReport {
    private static final String ENGINES = "engines";
    private static final String PAIRS = "pairs";
    private static final String SHIFTS = "shifts";

    private ContractReport() {}

    /** A cell of the table; for pairs the spec is {@code server < client}, for shifts {@code old > new}. */
    public record Row(String spec, String behaviour, Outcome outcome) {
        String line() {
            return spec + "\t" + behaviour + "\t" + word();
        }

        private String word() {
            return switch (outcome) {
                case Outcome.Passed(var took) -> "pass";
                case Outcome.Failed(var why) -> "FAIL";
                case Outcome.NotApplicable(var reason) -> reason;
            };
        }
    }

    public static void write(String kind, Class<?> test, List<Row> rows) {
        try {
            Path target = root().resolve("target");
            Path parts = Files.createDirectories(target.resolve("contract"));
            Files.write(
                    parts.resolve(kind + "-" + test.getName() + ".tsv"),
                    rows.stream().map(Row::line).toList());
            Files.writeString(target.resolve("contract.md"), page(parts));
        } catch (IOException failure) {
            throw new UncheckedIOException("the contract's report cannot be written", failure);
        }
    }

    /** The outermost folder, from here up, that has a pom.xml. */
    public static Path root() {
        Path here = Path.of("").toAbsolutePath();
        return Stream.iterate(here, path -> path != null, Path::getParent)
                .filter(path -> Files.exists(path.resolve("pom.xml")))
                .reduce((inner, outer) -> outer)
                .orElse(here);
    }

    private static String page(Path parts) throws IOException {
        return "# The contract\n\nEvery engine under every behaviour, as the last build found it. Made by the tests; do not edit.\n\n"
                + engines(lines(parts, ENGINES))
                + "\n## Pairs\n\nServer by one engine, client by another; the behaviours of "
                + "a pair are named below the table.\n\n"
                + square(lines(parts, PAIRS), " < ", "server \\ client")
                + "\n## Shifts\n\nConnections of one engine, shifted to another one and back; the behaviours of a pair are named below the table. "
                + "Within one kind, to a second engine of it, there are more.\n\n"
                + square(lines(parts, SHIFTS), " > ", "from \\ to");
    }

    private static List<String[]> lines(Path parts, String kind) throws IOException {
        try (Stream<Path> files = Files.list(parts)) {
            return files.filter(file -> file.getFileName().toString().startsWith(kind + "-"))
                    .sorted(Comparator.comparing(Path::toString))
                    .flatMap(ContractReport::read)
                    .map(line -> line.split("\t", -1))
                    .toList();
        }
    }

    private static Stream<String> read(Path file) {
        try {
            return Files.readAllLines(file).stream();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static String engines(List<String[]> cells) {
        SequencedSet<String> specs = new LinkedHashSet<>();
        Map<String, Map<String, String>> table = new LinkedHashMap<>();
        Map<String, Integer> notes = new LinkedHashMap<>();
        for (String[] cell : cells) {
            specs.add(cell[0]);
            String word = cell[2];
            if (!word.equals("pass") && !word.equals("FAIL")) {
                word = "n/a (" + notes.computeIfAbsent(word, reason -> notes.size() + 1) + ")";
            }
            table.computeIfAbsent(cell[1], name -> new LinkedHashMap<>()).put(cell[0], word);
        }
        StringBuilder page = new StringBuilder();
        page.append(specs.size()).append(" engines, ").append(table.size()).append(" behaviours.\n\n");
        page.append("| behaviour | ").append(String.join(" | ", specs)).append(" |\n|---|");
        page.append("---|".repeat(specs.size())).append('\n');
        table.forEach((behaviour, row) -> page.append("| ")
                .append(behaviour)
                .append(" | ")
                .append(specs.stream()
                        .map(spec -> row.getOrDefault(spec, "not run"))
                        .collect(Collectors.joining(" | ")))
                .append(" |\n"));
        notes.forEach((reason, number) -> page.append(number == 1 ? "\n" : "")
                .append("(")
                .append(number)
                .append(") ")
                .append(reason)
                .append("  \n"));
        return page.toString();
    }

    /**
     * How many behaviours hold for each pair, of those that apply.
     *
     * @param between what stands between the two names of a pair
     * @param corner what rows and columns are
     */
    private static String square(List<String[]> cells, String between, String corner) {
        SequencedSet<String> columns = new LinkedHashSet<>();
        SequencedSet<String> behaviours = new LinkedHashSet<>();
        Map<String, Map<String, int[]>> table = new LinkedHashMap<>();
        SequencedSet<String> remarks = new LinkedHashSet<>();
        for (String[] cell : cells) {
            String[] pair = cell[0].split(between, -1);
            columns.add(pair[1]);
            behaviours.add(cell[1]);
            int[] counts = table.computeIfAbsent(pair[0], row -> new LinkedHashMap<>())
                    .computeIfAbsent(pair[1], column -> new int[2]);
            switch (cell[2]) {
                case "pass" -> {
                    counts[0]++;
                    counts[1]++;
                }
                case "FAIL" -> {
                    counts[1]++;
                    remarks.add("FAIL " + cell[0] + ", " + cell[1]);
                }
                default -> remarks.add("n/a: " + cell[2]);
            }
        }
        StringBuilder page = new StringBuilder();
        page.append("| " + corner + " | ").append(String.join(" | ", columns)).append(" |\n|---|");
        page.append("---|".repeat(columns.size())).append('\n');
        table.forEach((first, row) -> page.append("| ")
                .append(first)
                .append(" | ")
                .append(columns.stream()
                        .map(column -> row.getOrDefault(column, new int[2]))
                        .map(counts -> counts[1] == 0 ? "n/a" : counts[0] + " of " + counts[1])
                        .collect(Collectors.joining(" | ")))
                .append(" |\n"));
        behaviours.forEach(behaviour -> page.append("\n- ").append(behaviour));
        page.append("\n");
        remarks.forEach(remark -> page.append("\n").append(remark).append("  "));
        return page.toString();
    }
}
