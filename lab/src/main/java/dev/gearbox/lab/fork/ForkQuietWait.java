package dev.gearbox.lab.fork;

import dev.gearbox.evidence.ForkEvent;
import dev.gearbox.lab.child.ChildException;
import dev.gearbox.lab.slice.QuietWait;
import java.io.IOException;
import java.time.Duration;

/** Waits until the machine is quiet, up to the fork's time limit, at the expense of its spare time, and records how long that took. */
public record ForkQuietWait(QuietWait calm, ForkLog diary, SpareTime spare) {
    /** The duration of the check itself; only a longer wait is recorded. */
    private static final Duration NO_WAIT = Duration.ofMillis(500);

    public void await() throws ChildException, InterruptedException {
        diary.say("waiting for a quiet machine");
        try {
            QuietWait.Waited wait = calm.await();
            spare.spend(wait.took());
            if (wait.took().compareTo(NO_WAIT) > 0) {
                diary.append(new ForkEvent.Waited(
                        diary.fork(), diary.launch(), wait.took().toMillis() / 1e3, wait.calm()));
            }
        } catch (IOException unreadable) {
            throw new ChildException("the machine could not be read: " + unreadable.getMessage(), null);
        }
    }
}
