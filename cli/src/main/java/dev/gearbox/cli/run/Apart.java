package dev.gearbox.cli.run;

import dev.gearbox.cli.terminal.Console;
import dev.gearbox.cli.terminal.Interruption;
import dev.gearbox.cli.terminal.ProgressBar;
import dev.gearbox.evidence.analysis.ApartFigures;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.claim.Claim;
import dev.gearbox.evidence.claim.Claim.Measure.Kind;
import dev.gearbox.lab.Study;
import dev.gearbox.lab.child.Setup;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.experiment.Experiments;
import dev.gearbox.lab.idle.IdleCost;
import dev.gearbox.lab.idle.IdleMemory;
import dev.gearbox.lab.idle.IdleRun;
import dev.gearbox.lab.machine.Environment;
import dev.gearbox.lab.workload.Length;
import dev.gearbox.lab.workload.LoadWorkload;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.report.IdleView;
import dev.gearbox.studies.echoserver.AcceptTimes;
import dev.gearbox.studies.echoserver.EchoServer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Measures what needs no blocks, if it is not there yet: the memory of a quiet connection, the time of an accept. */
final class Apart {
    private static final int FORKS = 3;
    private static final int ACCEPT_FORKS = 5;

    /** A child starts, thousands connect, everything is read. */
    private static final Duration POINT = Duration.ofSeconds(7);

    private static final Duration ACCEPTS = Duration.ofSeconds(20);
    private static final String IDLE = "idle-";

    private final Console console;
    private final Setup setup;
    private final boolean again;
    private final ApartFigures figures;

    /** @param again measure even what is there */
    Apart(Console console, Path out, Study study, Setup setup, boolean again) {
        this.console = console;
        this.again = again;
        this.setup = setup;
        this.figures = ApartFigures.open(out, study.name(), Experiments.machine(Environment.detect(setup)));
    }

    /** What this build measured on this machine. */
    ApartFigures figures() {
        return figures;
    }

    /** A claim's figure among some. */
    static Optional<Figure> figure(ApartFigures figures, Kind kind, String arm) {
        return figures.of(kind == Kind.IDLE_BYTES ? idle(IdleMemory.Kind.RESIDENT) : kind.key(), arm);
    }

    /** What a quiet connection costs, by arm and kind of memory. */
    static List<IdleView> idle(ApartFigures figures) {
        SortedMap<String, List<IdleView>> byArm = new TreeMap<>();
        for (IdleMemory.Kind kind : IdleMemory.Kind.values()) {
            figures.all(idle(kind))
                    .forEach((arm, figure) -> byArm.computeIfAbsent(arm, _ -> new ArrayList<>())
                            .add(new IdleView(arm, kind.label(), figure)));
        }
        return byArm.values().stream().flatMap(List::stream).toList();
    }

    private static String idle(IdleMemory.Kind kind) {
        return IDLE + kind.label();
    }

    /** What these claims need of it. */
    void measure(Study study, List<Claim> claims) throws InterruptedException {
        boolean accepts = false;
        Set<Subject> quiet = new LinkedHashSet<>();
        for (Claim.Part part :
                claims.stream().flatMap(claim -> claim.parts().stream()).toList()) {
            if (part.measure() instanceof Claim.Measure.Apart(Kind kind)) {
                if (kind == Kind.IDLE_BYTES) {
                    Stream.concat(Stream.of(part.left()), part.right().stream())
                            .map(Claim.Side::arm)
                            .filter(arm -> EchoServer.absence(arm.spec()).isEmpty())
                            .forEach(arm -> quiet.add(EchoServer.subject(arm)));
                } else {
                    accepts |= figures.all(kind.key()).isEmpty();
                }
            }
        }
        if (accepts) {
            accepts();
        }
        if (!quiet.isEmpty()) {
            idle(study.load("idle"), List.copyOf(quiet));
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

    /**
     * The memory of a quiet connection of each subject that is not known yet. Whoever fails is named, and the others go on.
     *
     * @return whether nobody failed
     */
    boolean idle(LoadWorkload workload, List<Subject> subjects) throws InterruptedException {
        List<Subject> due = due(subjects);
        boolean all = true;
        try (Interruption _ = Interruption.ofThisThread();
                ProgressBar bar = new ProgressBar(console)) {
            for (int i = 0; i < due.size(); i++) {
                Subject subject = due.get(i);
                bar.show(
                        i / (double) due.size(),
                        workload.name() + ": memory of quiet connections of " + subject.label(),
                        expected(workload, due.subList(i, due.size())));
                try {
                    measure(workload, subject);
                } catch (LabException cannot) {
                    bar.clear();
                    console.err().println("gearbox: " + cannot.getMessage());
                    all = false;
                }
            }
        }
        return all;
    }

    private void measure(LoadWorkload workload, Subject subject) throws InterruptedException {
        IdleCost cost =
                IdleRun.open(setup, workload.quietFor()).run(workload.cells(Length.QUICK, Map.of()), subject, FORKS);
        Map<String, Figure> slopes = new LinkedHashMap<>();
        cost.slopes()
                .forEach(slope ->
                        slopes.put(idle(slope.kind()), new Figure(slope.bytes(), slope.low(), slope.high(), FORKS)));
        figures.put(subject.label(), slopes);
    }

    /** About how long {@link #idle(LoadWorkload, List)} takes. */
    Duration expected(LoadWorkload workload, List<Subject> subjects) {
        return POINT.plus(workload.quietFor())
                .multipliedBy((long) FORKS
                        * workload.cells(Length.QUICK, Map.of()).size()
                        * due(subjects).size());
    }

    private List<Subject> due(List<Subject> subjects) {
        Set<String> known = figures.all(idle(IdleMemory.Kind.RESIDENT)).keySet();
        return subjects.stream()
                .filter(subject -> again || !known.contains(subject.label()))
                .toList();
    }
}
