package dev.gearbox.cli.advise;

import dev.gearbox.advise.observe.ObservedFact;
import dev.gearbox.advise.observe.ObservedFact.FactOrigin;
import dev.gearbox.advise.observe.ObservedWorkload;
import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.NumberText;
import dev.gearbox.cli.terminal.Paragraph;
import java.util.List;
import java.util.stream.Collectors;

/** For people: which facts were read, which are assumed, and which were given. */
final class ObservedText {
    private final Console console;

    ObservedText(Console console) {
        this.console = console;
    }

    void print(ObservedWorkload workload) {
        section(
                "Read from " + workload.observation().source() + ", "
                        + NumberText.measured(workload.observation().seconds()) + " s of it",
                of(FactOrigin.READ, workload));
        section("Neither read nor given, so assumed", of(FactOrigin.ASSUMED, workload));
        List<ObservedFact> given = of(FactOrigin.GIVEN, workload);
        if (!given.isEmpty()) {
            console.out()
                    .println("Given: "
                            + given.stream()
                                    .map(fact -> fact.how() + " " + fact.value())
                                    .collect(Collectors.joining(", ")));
        }
        console.out().println();
    }

    private static List<ObservedFact> of(FactOrigin origin, ObservedWorkload workload) {
        return workload.facts().stream().filter(fact -> fact.origin() == origin).toList();
    }

    private void section(String title, List<ObservedFact> facts) {
        if (facts.isEmpty()) {
            return;
        }
        console.out().println(console.bold(title));
        facts.forEach(fact -> console.out()
                .println("* "
                        + Paragraph.wrap(
                                fact.name() + (fact.value().isEmpty() ? "" : " " + fact.value()) + ": " + fact.how(),
                                2,
                                console.outColumns())));
    }
}
