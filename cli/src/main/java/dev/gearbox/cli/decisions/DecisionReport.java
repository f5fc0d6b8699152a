package dev.gearbox.cli.decisions;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Table;
import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.Policy;
import dev.gearbox.engines.auto.policy.Replay;
import dev.gearbox.engines.auto.policy.ShiftDecision;
import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Evidence;
import dev.gearbox.report.text.TextTable.TextColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The decisions in one experiment.
 *
 * @param evidence what was measured
 * @param trails traces of all engines that choose, in all forks
 */
record DecisionReport(Evidence evidence, List<DecisionTrace> trails) {
    /** The number of decisions shown for each engine without {@code --all}. */
    private static final int FIRST = 12;

    private static final List<TextColumn> COLUMNS = List.of(
            TextColumn.decimal("fork", 2),
            TextColumn.decimal("s", 0),
            TextColumn.text("connection", 1),
            TextColumn.text("from > to", 0),
            TextColumn.text("outcome", 0),
            TextColumn.text("why", 3));

    DecisionReport {
        trails = List.copyOf(trails);
    }

    /** The engines that choose, by their labels in the results. */
    Set<String> choosing() {
        Set<String> engines = trails.stream().map(DecisionTrace::engine).collect(Collectors.toSet());
        return evidence.experiment().arms().stream()
                .map(Arm::label)
                .filter(label ->
                        engines.stream().anyMatch(engine -> label.equals(engine) || label.startsWith(engine + " ")))
                .collect(Collectors.toSet());
    }

    /** For all engines that choose. */
    List<CostOfChoice> regrets() {
        Set<String> choosing = choosing();
        return choosing.stream()
                .sorted()
                .flatMap(arm -> CostOfChoice.of(evidence, arm, choosing).stream())
                .toList();
    }

    Map<String, List<DecisionTrace>> byEngine() {
        return trails.stream().collect(Collectors.groupingBy(DecisionTrace::engine, TreeMap::new, Collectors.toList()));
    }

    /** Prints the decisions as a table for each engine, and their totals. */
    void tell(Console console, boolean all) {
        byEngine().forEach((engine, told) -> {
            console.out().println();
            console.out().println(console.bold(evidence.experiment().title() + ": " + engine));
            List<List<String>> rows =
                    told.stream().flatMap(trail -> rows(trail).stream()).toList();
            if (rows.isEmpty()) {
                console.out().println("No decision: no connection gave a reason for a shift.");
                return;
            }
            Table table = new Table(COLUMNS);
            rows.stream().limit(all ? rows.size() : FIRST).forEach(table::row);
            table.print(console);
            if (!all && rows.size() > FIRST) {
                console.out().println(rows.size() - FIRST + " more; --all shows them");
            }
            console.out().println(sum(told));
        });
    }

    private static List<List<String>> rows(DecisionTrace trail) {
        List<List<String>> rows = new ArrayList<>();
        for (int index = 0; index < trail.steps().size(); index++) {
            ShiftDecision decision = trail.steps().get(index).decision();
            rows.add(List.of(
                    Integer.toString(trail.fork()),
                    String.format(Locale.ROOT, "%.1f", decision.signals().atMillis() / 1e3),
                    decision.signals().connection().replaceFirst("^/", ""),
                    way(decision),
                    outcome(trail.steps(), index),
                    decision.why()));
        }
        return rows;
    }

    /** Whether the connection was shifted, and how long it stayed there. */
    static String outcome(List<DecisionTrace.TraceStep> steps, int index) {
        DecisionTrace.TraceStep step = steps.get(index);
        if (step.micros() < 0) {
            return "ended before the shift";
        }
        if (!step.done()) {
            return "refused: " + step.refusal();
        }
        ConnectionSignals then = step.decision().signals();
        String stay = steps.subList(index + 1, steps.size()).stream()
                .map(DecisionTrace.TraceStep::decision)
                .filter(next -> next.signals().connection().equals(then.connection()))
                .findFirst()
                .map(next -> "for " + NumberText.measured((next.signals().atMillis() - then.atMillis()) / 1e3) + " s")
                .orElse("and stayed");
        return "in " + NumberText.measured(step.micros() / 1e3) + " ms, " + stay;
    }

    static String way(ShiftDecision decision) {
        return decision.from() + " > " + decision.target();
    }

    private static String sum(List<DecisionTrace> told) {
        List<DecisionTrace.TraceStep> steps =
                told.stream().flatMap(trail -> trail.steps().stream()).toList();
        String ways = ways(steps.stream().map(DecisionTrace.TraceStep::decision)).entrySet().stream()
                .map(way -> way.getKey() + " " + way.getValue() + (way.getValue() == 1 ? " time" : " times"))
                .collect(Collectors.joining(", "));
        long refused = steps.stream().filter(step -> !step.refusal().isEmpty()).count();
        long[] micros = steps.stream()
                .filter(DecisionTrace.TraceStep::done)
                .mapToLong(DecisionTrace.TraceStep::micros)
                .sorted()
                .toArray();
        String median = micros.length == 0
                ? ""
                : "; half of them within " + NumberText.measured(micros[micros.length / 2] / 1e3) + " ms";
        return "In total: " + ways + (refused == 0 ? "" : "; " + refused + " refused") + median + ".";
    }

    static Map<String, Long> ways(Stream<ShiftDecision> decisions) {
        return decisions.collect(Collectors.groupingBy(DecisionReport::way, TreeMap::new, Collectors.counting()));
    }

    /** Prints the decisions beside those of another policy on the same signals, and what the choice has cost. */
    void replay(Console console, UnaryOperator<Policy> other) {
        byEngine().forEach((engine, told) -> {
            console.out().println();
            console.out().println(console.bold(evidence.experiment().title() + ": " + engine));
            Map<String, Long> then =
                    ways(told.stream().flatMap(trail -> trail.steps().stream()).map(DecisionTrace.TraceStep::decision));
            Map<String, Long> now = ways(told.stream().flatMap(trail -> replayed(trail, other).stream()));
            Set<String> both = Stream.of(then, now)
                    .flatMap(ways -> ways.keySet().stream())
                    .collect(Collectors.toCollection(TreeSet::new));
            if (both.isEmpty()) {
                console.out().println("No decision, neither recorded nor replayed.");
            } else {
                Table table = new Table(List.of(
                        TextColumn.text("from > to", 0),
                        TextColumn.decimal("recorded", 0),
                        TextColumn.decimal("replayed", 0)));
                both.forEach(way -> table.row(List.of(
                        way,
                        then.getOrDefault(way, 0L).toString(),
                        now.getOrDefault(way, 0L).toString())));
                table.print(console);
            }
            if (told.stream().noneMatch(DecisionTrace::sampled)) {
                console.out()
                        .println(
                                "Only signals that led to decisions were recorded, so a replay can show fewer decisions, not more: see 'auto?samples=true'.");
            }
        });
        regrets().forEach(regret -> console.out().println(regret.words()));
    }

    static List<ShiftDecision> replayed(DecisionTrace trail, UnaryOperator<Policy> other) {
        return Replay.of(other.apply(trail.policy()), trail.samples());
    }
}
