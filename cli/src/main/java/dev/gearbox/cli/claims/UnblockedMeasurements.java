package dev.gearbox.cli.claims;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.UnblockedFigures;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.StudyProvider;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.PrintedFigures;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.lab.workload.JvmLaunch;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Measures the figures of claims that need no load, unless they have been measured already, such as the time of an accept. */
final class UnblockedMeasurements {
    private static final int FORKS = 5;

    /** Of a fork, for the progress bar. */
    private static final Duration USUAL = Duration.ofSeconds(9);

    private final Console console;
    private final UnblockedFigures figures;
    private final Map<Claim.Measure.Kind, JvmLaunch> programs;

    UnblockedMeasurements(Console console, Path out, StudyProvider study, ChildSetup setup) {
        this.console = console;
        programs = study.apart();
        figures = UnblockedFigures.open(out, study.name(), MachineProbe.detect(setup));
    }

    /** Measures what these claims need. */
    void measure(List<Claim> claims) throws InterruptedException {
        Set<JvmLaunch> due = claims.stream()
                .flatMap(claim -> claim.apart().stream())
                .filter(kind -> figures.all(kind.key()).isEmpty())
                .flatMap(kind -> Optional.ofNullable(programs.get(kind)).stream())
                .collect(Collectors.toCollection(LinkedHashSet::new));
        for (JvmLaunch program : due) {
            run(program);
        }
    }

    private void run(JvmLaunch program) throws InterruptedException {
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            bar.show(0, "figures without a load", USUAL.multipliedBy(FORKS));
            Map<String, Map<String, Figure>> byArm = new TreeMap<>();
            PrintedFigures.measure(program, FORKS)
                    .forEach((kind, arms) -> arms.forEach((arm, figure) ->
                            byArm.computeIfAbsent(arm, _ -> new TreeMap<>()).put(kind.key(), figure)));
            byArm.forEach(figures::put);
        }
    }
}
