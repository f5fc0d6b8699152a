package dev.gearbox.lab.experiment;

import dev.gearbox.evidence.Design;
import dev.gearbox.evidence.Entry;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.child.Own;
import dev.gearbox.lab.child.Setup;
import dev.gearbox.lab.probe.Probe;
import dev.gearbox.lab.slice.Calm;
import java.io.IOException;
import java.time.Duration;

/** Waits until others leave the machine alone, for as long as the fork has patience, and writes down how long that took. */
record WaitForCalm(Calm calm, ForkDiary diary) {
    /** Looking takes so long; only a longer wait is worth a line. */
    private static final Duration NO_WAIT = Duration.ofMillis(500);

    /** For a fork of so many arms, which may take twice its time for the sake of quiet. */
    static WaitForCalm of(Probe probe, Own own, Setup setup, Design design, int arms, ForkDiary diary) {
        Duration fork = Duration.ofMillis(Math.round(1e3 * ExperimentClock.forkSeconds(design, arms, false)));
        return new WaitForCalm(new Calm(probe, own, fork.compareTo(setup.quiet()) < 0 ? fork : setup.quiet()), diary);
    }

    void await() throws ChildException, InterruptedException {
        diary.say("waiting for a quiet machine");
        try {
            Calm.Wait wait = calm.await();
            if (wait.took().compareTo(NO_WAIT) > 0) {
                diary.append(new Entry.Waited(
                        diary.fork(), diary.launch(), wait.took().toMillis() / 1e3, wait.calm()));
            }
        } catch (IOException unreadable) {
            throw new ChildException("the machine could not be read: " + unreadable.getMessage(), null);
        }
    }
}
