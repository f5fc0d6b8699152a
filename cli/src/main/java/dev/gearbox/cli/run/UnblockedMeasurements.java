package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.UnblockedFigures;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.machine.MachineProbe;
import dev.gearbox.studies.echoserver.AcceptTimes;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Measures what needs no blocks, unless it has been measured already: the time of an accept. */
final class UnblockedMeasurements {
    private static final int ACCEPT_FORKS = 5;
    private static final Duration ACCEPTS = Duration.ofSeconds(20);

    private final Console console;
    private final UnblockedFigures figures;

    UnblockedMeasurements(Console console, Path out, Study study, ChildSetup setup) {
        this.console = console;
        this.figures = UnblockedFigures.open(out, study.name(), MachineProbe.detect(setup));
    }

    /** Measures what these claims need. */
    void measure(List<Claim> claims) throws InterruptedException {
        boolean due = claims.stream()
                .flatMap(claim -> claim.apart().stream())
                .anyMatch(kind -> figures.all(kind.key()).isEmpty());
        if (due) {
            accepts();
        }
    }

    private void accepts() throws InterruptedException {
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            bar.show(0, "timing accepts", ACCEPTS);
            Map<String, Map<String, Figure>> byArm = new TreeMap<>();
            AcceptTimes.measure(ACCEPT_FORKS)
                    .forEach((kind, arms) -> arms.forEach((arm, figure) ->
                            byArm.computeIfAbsent(arm, _ -> new TreeMap<>()).put(kind.key(), figure)));
            byArm.forEach(figures::put);
        }
    }
}
