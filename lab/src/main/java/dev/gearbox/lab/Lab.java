package dev.gearbox.lab;

import java.util.ArrayList;
import java.util.List;

/**
 * Runs subjects on cells, one trial after another, and writes each result as soon as it is there.
 * <pre>{@code
 * Lab lab = Lab.open(Setup.detect(seed));
 * ResultFiles files = ResultFiles.create(Path.of("results"), "ping");
 * List<TrialResult> results = lab.run(workload.cells(Length.QUICK, Map.of()), subjects, files, progress);
 * }</pre>
 */
public final class Lab {
    private final Setup setup;
    private final Environment environment;
    private final Probe probe;
    private final List<String> notes;

    private Lab(Setup setup, Environment environment, Probe probe, List<String> notes) {
        this.setup = setup;
        this.environment = environment;
        this.probe = probe;
        this.notes = List.copyOf(notes);
    }

    /**
     * A lab on this machine.
     *
     * @throws LabException where trials cannot run: no Linux
     */
    public static Lab open(Setup setup) {
        return new Lab(setup, Environment.detect(setup), Probe.open(), List.of());
    }

    /** The same lab, on whose every result stands what a reader must know of the run, in sentences. */
    public Lab noting(List<String> sentences) {
        return new Lab(setup, environment, probe, sentences);
    }

    /** Where this is. */
    public Environment environment() {
        return environment;
    }

    /**
     * Runs every subject on every cell, cell by cell. A trial that fails is a result that says why; the others go on.
     *
     * @param cells what users do
     * @param subjects what serves them; no two with the same label
     * @param files where the results go
     * @param progress hears how it goes
     * @return the results, in the order in which they were run
     * @throws InterruptedException when the thread is interrupted: the children are gone, what had ended is written
     */
    public List<TrialResult> run(List<Cell> cells, List<Subject> subjects, ResultFiles files, Progress progress)
            throws InterruptedException {
        if (subjects.stream().map(Subject::label).distinct().count() < subjects.size()) {
            throw new LabException("two subjects have the same label: results could not be told apart");
        }
        List<TrialResult> results = new ArrayList<>();
        RunClock clock = new RunClock(cells, subjects.size());
        for (Cell cell : cells) {
            for (Subject subject : subjects) {
                clock.begin();
                Trial trial = new Trial(
                        cell,
                        subject,
                        setup,
                        environment,
                        probe,
                        phase -> progress.at(clock.moment(cell, subject.label(), phase)));
                TrialResult result = trial.run().noting(notes);
                clock.end();
                files.write(result);
                results.add(result);
                progress.finished(result);
            }
        }
        return results;
    }
}
