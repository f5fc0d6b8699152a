package dev.gearbox.lab.load;

import dev.gearbox.evidence.Slice;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.GeneratorProcess;
import dev.gearbox.lab.child.OwnProcesses;
import dev.gearbox.lab.child.SubjectProcess;
import dev.gearbox.lab.probe.MachineReading;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.lab.workload.JvmLaunch;
import dev.gearbox.lab.workload.Subject;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.LoadPlan;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Set;

/**
 * Measures the generator against a server that does almost nothing, on the same processors as the arms: its maximum rate, and the floor below which times
 * say nothing about a subject. This also warms up the generator.
 *
 * @param perSecond its maximum answered rate: without pauses for an open load; a closed load runs unchanged, so its users' pauses limit the rate as well
 * @param p50Micros median response under the cell's own load, in µs
 * @param p99Micros 99th percentile of the same
 */
record GeneratorCeiling(double perSecond, double p50Micros, double p99Micros) {
    /** As long as a slice of the experiment, within these bounds, after half of that as lead. */
    private static final double LEAST_SECONDS = 0.2;

    private static final double MOST_SECONDS = 1;

    /** The maximum number of attempts while it is disturbed, if there is time to wait for a quiet machine. */
    private static final int TRIES = 3;

    private static final Subject NOTHING = new Subject(
            "null server",
            new JvmLaunch.InModule("dev.gearbox.load", "dev.gearbox.load.process.NullServerMain"),
            List.of(),
            List.of(),
            Set.of("echo"));

    /**
     * Measures the ceiling, and repeats the measurement while it is disturbed by the criteria for slices.
     *
     * @param own the processes of the lab so far
     * @param quiet waits before it is measured again
     */
    static GeneratorCeiling measure(
            GeneratorProcess generator,
            Cell cell,
            ChildSetup setup,
            double sliceSeconds,
            long seed,
            Probe probe,
            OwnProcesses own,
            QuietPause quiet)
            throws ChildException, InterruptedException {
        double window = Math.clamp(sliceSeconds, LEAST_SECONDS, MOST_SECONDS);
        try (SubjectProcess server = SubjectProcess.startBare(NOTHING, setup)) {
            server.awaitReady(setup.patience());
            LoadPlan plan = cell.plan("127.0.0.1", server.port(), seed);
            boolean open = !(cell.arrivals() instanceof Arrivals.Closed);
            OwnProcesses all = own.and(server.pid());
            GeneratorCeiling ceiling = undisturbed(
                    () -> {
                        MachineReading before = all.machine(probe);
                        GeneratorCeiling seen = once(generator, plan, open, window);
                        server.check();
                        return new Try(seen, all.machine(probe).disturbance(before, 0));
                    },
                    quiet,
                    setup.quiet());
            server.stop();
            return ceiling;
        } catch (IOException unusable) {
            throw new ChildException("the generator's ceiling could not be measured: " + unusable.getMessage(), null);
        }
    }

    /** One measurement and its disturbance. */
    record Try(GeneratorCeiling ceiling, Slice.Disturbance disturbance) {}

    interface Attempt {
        Try measure() throws ChildException, IOException, InterruptedException;
    }

    interface QuietPause {
        void await() throws ChildException, InterruptedException;
    }

    /**
     * Returns the first undisturbed measurement. If all were disturbed, the highest, because disturbances can only lower it.
     *
     * @param patience how long the lab waits for a quiet machine; with zero there is one attempt
     */
    static GeneratorCeiling undisturbed(Attempt attempt, QuietPause quiet, Duration patience)
            throws ChildException, IOException, InterruptedException {
        int most = patience.isZero() ? 1 : TRIES;
        Try best = attempt.measure();
        for (int tries = 1; best.disturbance().exceeds() && tries < most; tries++) {
            quiet.await();
            Try next = attempt.measure();
            if (!next.disturbance().exceeds()
                    || next.ceiling().perSecond() > best.ceiling().perSecond()) {
                best = next;
            }
        }
        return best.ceiling();
    }

    private static GeneratorCeiling once(GeneratorProcess generator, LoadPlan plan, boolean open, double window)
            throws ChildException, InterruptedException {
        double lead = window / 2 + plan.untilSteady().toMillis() / 1e3;
        LoadReport own = generator.once("own load", plan, lead, window);
        LoadReport most = open ? generator.once("flat out", plan.flatOut(), lead, window) : own;
        return new GeneratorCeiling(
                most.answeredPerSecond(),
                own.response().quantile(0.5) / 1e3,
                own.response().quantile(0.99) / 1e3);
    }
}
