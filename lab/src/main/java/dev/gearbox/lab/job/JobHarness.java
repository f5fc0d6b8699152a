package dev.gearbox.lab.job;

import dev.gearbox.evidence.Design;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.ChildSetup;
import dev.gearbox.lab.child.InstrumentProcess;
import dev.gearbox.lab.fork.Harness;
import dev.gearbox.lab.slice.SliceMeter;
import dev.gearbox.lab.workload.Fixture;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import java.io.IOException;
import java.util.Map;
import java.util.Optional;

/**
 * Arms that do a job, each in turn while the others are idle, with the instrument from which they fetch, if they do. A slice is one job.
 *
 * @param cell the job
 * @param subjects by the label of their arm
 * @param setup how children are started
 */
public record JobHarness(JobCell cell, Map<String, Subject> subjects, ChildSetup setup)
        implements Harness<InstrumentProcess> {
    /** The start time of a client with its libraries, in seconds, with eight starting at a time. */
    private static final double START = 0.6;

    /** The factor by which the first job of a JVM takes longer than later ones, because classes are loaded and code is compiled. */
    private static final double COLD = 0.85;

    /** The overhead of ending a slice and switching arms. */
    private static final double BETWEEN = 0.08;

    /** The time to trace an arm: the tracer starts, and a few units take many times as long as usual. */
    private static final double TRACE = 0.5;

    /**
     * Estimates the duration of a fork, in seconds: blocks, and in the first forks a trace of each arm, which is spread over all forks.
     *
     * @param traced whether system calls are traced
     */
    public static double forkSeconds(Design design, int arms, boolean traced) {
        double once = design.windowSeconds() + BETWEEN;
        double trace = traced ? TRACE * Math.min(1, (double) JobTrace.TRACED_FORKS / design.forks()) : 0;
        return START * (arms + 1) + arms * (COLD + design.warmSeconds() + design.blocks() * once + trace);
    }

    @Override
    public Fixture fixture() throws InterruptedException {
        return setup.fixtures().make(cell);
    }

    @Override
    public Optional<InstrumentProcess> instrument() throws IOException, ChildException, InterruptedException {
        return cell.instrument().isEmpty()
                ? Optional.empty()
                : Optional.of(InstrumentProcess.start(cell.instrument().get(), setup));
    }

    @Override
    public void conclude(Fork<InstrumentProcess> fork) throws ChildException, InterruptedException {
        new JobTrace(cell, subjects, setup.patience()).all(fork);
    }

    @Override
    public Turn prepare(Fork<InstrumentProcess> fork) {
        return new ArmJobs(
                cell,
                subjects,
                fork.children().instrument(),
                fork.fixture(),
                fork.draw(),
                fork.diary().fork(),
                fork.diary().launch(),
                setup.patience(),
                new SliceMeter(fork.probe(), fork.own()));
    }
}
