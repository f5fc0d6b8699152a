package dev.gearbox.cli;

import dev.gearbox.lab.Metrics;
import dev.gearbox.lab.TrialResult;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** What a contest came to, as a table for people; below it whatever a reader must know about its rows. */
final class Results {
    private static final List<Table.Column> COLUMNS = List.of(
            Table.Column.text("engine", 0),
            Table.Column.number("requests/s", 0),
            Table.Column.number("p50 µs", 3),
            Table.Column.number("p99 µs", 0),
            Table.Column.number("CPU µs/req", 0),
            Table.Column.number("switches/req", 6),
            Table.Column.number("threads", 5),
            Table.Column.number("MiB", 4),
            Table.Column.number("waiting", 2),
            Table.Column.text("errors", 0));

    /** Processor time of others, in cores, above which a figure is disturbed. */
    private static final double FOREIGN = 0.1;

    private static final double STEAL = 0.02;

    private static final Comparator<TrialResult> CHEAPEST_FIRST = Comparator.comparingDouble(result -> result.metrics()
            .map(Metrics::cpuMicrosPerRequest)
            .filter(cost -> !cost.isNaN())
            .orElse(Double.MAX_VALUE));

    private final Console console;

    Results(Console console) {
        this.console = console;
    }

    /** Prints the table of one contest. */
    void print(Contest contest, String summary, List<TrialResult> results) {
        console.out().println();
        console.out().println(console.bold(title(contest)));
        console.out().println(Paragraph.wrap(summary, 0, console.outColumns()));
        Table table = new Table(COLUMNS);
        results.stream().sorted(CHEAPEST_FIRST).forEach(result -> table.row(row(result)));
        table.print(console);
        results.stream().filter(result -> !result.succeeded()).forEach(this::explain);
        caveats(results);
        adapterTax(results).ifPresent(console.out()::println);
    }

    /** "ping, connections 100, bytes 64". */
    private static String title(Contest contest) {
        return contest.cell().workload()
                + contest.cell().parameters().entrySet().stream()
                        .map(axis -> ", " + axis.getKey() + " " + axis.getValue())
                        .collect(Collectors.joining());
    }

    private static List<String> row(TrialResult result) {
        Metrics metrics = result.metrics().orElse(null);
        if (metrics == null) {
            List<String> cells = new ArrayList<>(List.of(result.subject()));
            COLUMNS.stream().skip(2).forEach(column -> cells.add(Figures.NONE));
            cells.add("no result");
            return cells;
        }
        return List.of(
                result.subject(),
                Figures.whole(metrics.requestsPerSecond()),
                Figures.measured(metrics.p50Micros()),
                Figures.measured(metrics.p99Micros()),
                Figures.measured(metrics.cpuMicrosPerRequest()),
                Figures.measured(metrics.switchesPerRequest()),
                Figures.count(metrics.threads()),
                Figures.whole(metrics.residentMiB()),
                Figures.count(metrics.waiting()),
                errors(metrics));
    }

    /** "0", or "12 timeout, 3 reset". */
    private static String errors(Metrics metrics) {
        return metrics.errors().isEmpty()
                ? "0"
                : metrics.errors().entrySet().stream()
                        .sorted(Map.Entry.<String, Long>comparingByValue().reversed())
                        .map(kind -> Figures.count(kind.getValue()) + " " + kind.getKey())
                        .collect(Collectors.joining(", "));
    }

    private void explain(TrialResult result) {
        var failure = Objects.requireNonNull(result.failure());
        console.out().println(result.subject() + ": " + failure.cause());
        failure.log().stream()
                .skip(Math.max(0, failure.log().size() - 3))
                .forEach(line -> console.out().println("    " + line));
    }

    /** Whatever else disturbed the figures. */
    private void caveats(List<TrialResult> results) {
        say(
                results,
                result -> result.report() != null && !result.report().valid(),
                "The load generator was late or too busy, so rates and times are bounds (why: in the results): ");
        say(results, Results::disturbed, "Other programs were busy meanwhile: ");
        say(
                results,
                result -> result.metrics()
                        .filter(metrics -> metrics.switchesOfLivingOnly() && metrics.connectsPerSecond() > 0)
                        .isPresent(),
                "Switches of threads that had ended are not counted: ");
    }

    private void say(List<TrialResult> results, Predicate<TrialResult> which, String what) {
        List<String> subjects =
                results.stream().filter(which).map(TrialResult::subject).toList();
        if (!subjects.isEmpty()) {
            boolean all = subjects.size() == results.size() && results.size() > 1;
            String text = what + (all ? "all of them" : String.join(", ", subjects));
            console.out().println(Paragraph.wrap(text, 0, console.outColumns()));
        }
    }

    /** What the abstraction costs, where the same was also written by hand. */
    private static Optional<String> adapterTax(List<TrialResult> results) {
        String taxes = Lineup.references().stream()
                .flatMap(reference -> ratio(results, reference.engine(), reference.label()).stream())
                .collect(Collectors.joining(", "));
        return taxes.isEmpty()
                ? Optional.empty()
                : Optional.of("Adapter tax (CPU per request against the same by hand): " + taxes);
    }

    private static Optional<String> ratio(List<TrialResult> results, String engine, String reference) {
        boolean disturbed = results.stream()
                .filter(result ->
                        result.subject().equals(engine) || result.subject().equals(reference))
                .anyMatch(Results::disturbed);
        return cost(results, engine)
                .flatMap(ours -> cost(results, reference)
                        .map(theirs -> engine + " " + String.format(Locale.ROOT, "%.2f", ours / theirs)
                                + (disturbed ? " (other programs were busy: it means little)" : "")));
    }

    private static boolean disturbed(TrialResult result) {
        return result.metrics()
                .filter(metrics -> metrics.foreignCores() > FOREIGN || metrics.steal() > STEAL)
                .isPresent();
    }

    private static Optional<Double> cost(List<TrialResult> results, String subject) {
        return results.stream()
                .filter(result -> result.subject().equals(subject) && result.succeeded())
                .findFirst()
                .flatMap(TrialResult::metrics)
                .map(Metrics::cpuMicrosPerRequest)
                .filter(cost -> cost > 0);
    }
}
