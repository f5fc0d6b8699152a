package dev.gearbox.lab.job;

import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.InstrumentProcess;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Fixture;
import java.io.IOException;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;

/**
 * Runs a job by the method of the literature: several times in a row in one process, regardless of other load on the machine. The figure is the mean of the
 * last runs. It has no interval, and no verdict follows from it.
 */
public final class PublishedMethod {
    private static final int NO_PORT = 0;

    private final ChildSetup setup;

    /** @param setup how children are started */
    public PublishedMethod(ChildSetup setup) {
        this.setup = setup;
    }

    /**
     * Returns the figures of a run of jobs.
     *
     * @throws LabException if it cannot be run; the message says why
     */
    public PublishedFigures figures(PublishedTable.PublishedRun run, PublishedTable.Procedure.JobRuns jobs)
            throws InterruptedException {
        String label = run.subject().label();
        try (Fixture fixture = setup.fixtures().make(jobs.cell())) {
            if (jobs.cell().instrument().isEmpty()) {
                return figures(run, jobs, fixture, NO_PORT);
            }
            try (InstrumentProcess origin =
                    InstrumentProcess.start(jobs.cell().instrument().get(), setup)) {
                return figures(run, jobs, fixture, origin.port());
            }
        } catch (ChildException | IOException | IllegalArgumentException failed) {
            throw new LabException(label + ": " + failed.getMessage(), failed);
        }
    }

    private PublishedFigures figures(
            PublishedTable.PublishedRun run, PublishedTable.Procedure.JobRuns jobs, Fixture fixture, int port)
            throws ChildException, IOException, InterruptedException {
        double[] millis = new double[jobs.counted()];
        Map<String, Long> errors = new TreeMap<>();
        try (SubjectProcess subject = SubjectProcess.start(run.subject(), jobs.cell(), setup)) {
            subject.awaitReady(setup.patience());
            for (int done = 0; done < jobs.runs(); done++) {
                JsonNode told = subject.ask("job " + jobs.cell().order(jobs.units(), port, fixture), limit(run, jobs));
                if (told == null) {
                    throw new LabException(subject.label() + " did not end its job in time");
                }
                JobAnswer answer = JobAnswer.decode(told, jobs.units());
                answer.errors().forEach((kind, count) -> errors.merge(kind, count, Long::sum));
                int counts = done - (jobs.runs() - jobs.counted());
                if (counts >= 0) {
                    millis[counts] = answer.nanos() / 1e6;
                }
            }
        }
        return figures(millis, errors);
    }

    /** A job that blocks on few threads takes a limit for each of its rounds. */
    private Duration limit(PublishedTable.PublishedRun run, PublishedTable.Procedure.JobRuns jobs) {
        int atOnce = run.subject().atOnce();
        long rounds = atOnce == 0 ? 1 : (jobs.units() + atOnce - 1) / atOnce;
        return jobs.cell().timeout().multipliedBy(rounds).plus(setup.patience());
    }

    /** Returns mean and spread of the runs that count. */
    static PublishedFigures figures(double[] millis, Map<String, Long> errors) {
        double sum = 0;
        double least = Double.POSITIVE_INFINITY;
        double most = 0;
        for (double one : millis) {
            sum += one;
            least = Math.min(least, one);
            most = Math.max(most, one);
        }
        Map<PublishedTable.Quantity, Double> figures = new EnumMap<>(PublishedTable.Quantity.class);
        figures.put(PublishedTable.Quantity.TIME, sum / millis.length);
        figures.put(PublishedTable.Quantity.UNIT_TIME, sum / millis.length);
        figures.put(PublishedTable.Quantity.SPREAD, most - least);
        return PublishedFigures.counted(figures, errors);
    }
}
