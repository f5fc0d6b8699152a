package dev.gearbox.lab.experiment;

import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.Origin;
import dev.gearbox.lab.child.Setup;
import dev.gearbox.lab.slice.SliceMeter;
import dev.gearbox.lab.workload.JobCell;
import dev.gearbox.lab.workload.Subject;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Arms that do a job, each in its turn while the others are idle, beside the origin that they fetch from, if they do. A slice is the job, once.
 *
 * @param cell what the job is
 * @param subjects by the label of their arm
 * @param setup how children are started
 */
record JobHarness(JobCell cell, Map<String, Subject> subjects, Setup setup) implements Harness<Origin> {
    @Override
    public Optional<Origin> instrument() throws IOException, ChildException, InterruptedException {
        return cell.origin().isEmpty()
                ? Optional.empty()
                : Optional.of(Origin.start(cell.origin().get(), setup));
    }

    @Override
    public List<String> notes() {
        return List.of();
    }

    @Override
    public ForkBlocks.Turn prepare(Fork<Origin> fork) {
        return new ArmJobs(
                cell,
                subjects,
                fork.children().instrument(),
                fork.draw(),
                fork.diary().fork(),
                fork.diary().launch(),
                setup.patience(),
                new SliceMeter(fork.probe(), fork.own()));
    }

    /** Nothing: counting system calls would take another job of each. */
    @Override
    public void conclude(Fork<Origin> fork) {}
}
