package dev.gearbox.lab;

import dev.gearbox.load.Arrivals;
import dev.gearbox.load.LoadPlan;
import dev.gearbox.load.LoadReport;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * The generator against a server that does next to nothing, where the arms are: its own limit, and the floor below which
 * times say nothing about a subject. It also warms the generator up.
 *
 * @param perSecond the most that it asked and got answered: an open load flat out; a closed load as it is, which its
 *     users' pauses limit as well
 * @param p50Micros median response under the cell's own load, in µs
 * @param p99Micros 99th percentile of the same
 */
record GeneratorCeiling(double perSecond, double p50Micros, double p99Micros) {
    /** As long as a slice of the experiment, within these bounds; and half of that before it. */
    private static final double LEAST_SECONDS = 0.2;

    private static final double MOST_SECONDS = 1;

    private static final Subject NOTHING = new Subject(
            "null server",
            new Launch.InModule("dev.gearbox.load", "dev.gearbox.load.NullServerMain"),
            List.of(),
            List.of(),
            Set.of("echo"));

    static GeneratorCeiling measure(GeneratorProcess generator, Cell cell, Setup setup, double sliceSeconds, long seed)
            throws ChildException, InterruptedException {
        double window = Math.clamp(sliceSeconds, LEAST_SECONDS, MOST_SECONDS);
        double lead = window / 2;
        try (SubjectProcess server = SubjectProcess.startBare(NOTHING, setup)) {
            server.awaitReady(setup.patience());
            LoadPlan plan = cell.plan("127.0.0.1", server.port(), seed);
            LoadReport own = generator.once("own load", plan, lead, window);
            boolean open = !(cell.arrivals() instanceof Arrivals.Closed);
            LoadReport most = open ? generator.once("flat out", plan.flatOut(), lead, window) : own;
            server.check();
            server.stop();
            return new GeneratorCeiling(
                    most.answeredPerSecond(),
                    own.response().quantile(0.5) / 1e3,
                    own.response().quantile(0.99) / 1e3);
        } catch (IOException cannotStart) {
            throw new ChildException("the null server could not be started: " + cannotStart.getMessage(), null);
        }
    }
}
