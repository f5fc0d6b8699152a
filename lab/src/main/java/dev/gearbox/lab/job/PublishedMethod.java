package dev.gearbox.lab.job;

import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.data.LabException;
import dev.gearbox.lab.workload.Fixture;
import java.io.IOException;
import tools.jackson.databind.JsonNode;

/**
 * Runs a cell of a table of the literature by the method of the literature: several times in a row in one process, regardless of other load on the
 * machine. The figure is the mean of the last runs. It has no interval, and no verdict follows from it.
 */
public final class PublishedMethod {
    private static final int NO_PORT = 0;

    private final ChildSetup setup;

    /** @param setup how children are started */
    public PublishedMethod(ChildSetup setup) {
        this.setup = setup;
    }

    /**
     * Returns the mean time of a unit, in ms.
     *
     * @throws LabException if it cannot be run; the message says why
     */
    public double millis(PublishedTable table, PublishedTable.PublishedCell cell) throws InterruptedException {
        try (Fixture fixture = setup.fixtures().make(cell.job());
                SubjectProcess subject = SubjectProcess.start(cell.subject(), cell.job(), setup)) {
            subject.awaitReady(setup.patience());
            double sum = 0;
            for (int run = 1; run <= table.runs(); run++) {
                JsonNode told = subject.ask(
                        "job " + cell.job().order(1, NO_PORT, fixture),
                        cell.job().timeout().plus(setup.patience()));
                if (told == null) {
                    throw new LabException(subject.label() + " did not end its job in time");
                }
                JobAnswer answer = JobAnswer.decode(told, 1);
                if (!answer.errors().isEmpty()) {
                    throw new LabException(subject.label() + " failed: " + answer.errors());
                }
                sum += run > table.runs() - table.counted() ? answer.nanos() / 1e6 : 0;
            }
            return sum / table.counted();
        } catch (ChildException | IOException | IllegalArgumentException failed) {
            throw new LabException(cell.subject().label() + ": " + failed.getMessage(), failed);
        }
    }
}
