package dev.gearbox.check;

import java.io.IOException;
import java.time.Duration;

/**
 * A measurement whose correct result is known beforehand. A check reports the figures it saw and what would have been correct; several may share one
 * number, for example a cheap one for the arithmetic and a real run.
 */
public interface Check {
    /** The cost of a check. */
    enum Cost {
        /** Needs neither time nor a quiet machine: runs in the build, too. */
        CHEAP,
        /** Judges this machine or runs on it for up to two minutes. */
        NORMAL,
        /** Takes longer: runs only with {@code --all}, or by its number if none of that number takes less. */
        LONG
    }

    /** Returns its number, such as {@code IT-5}. */
    String id();

    /** Returns what is tested, in a few words. */
    String title();

    /** Returns the expected result, in a few words. */
    String mark();

    /** Returns its cost. */
    Cost cost();

    /** Returns its approximate duration. */
    default Duration expected() {
        return Duration.ofSeconds(1);
    }

    /**
     * Runs the check on the calling thread.
     *
     * @param context the environment and the seed
     * @return whether it passed, with the figures; or which resource is missing here
     * @throws IOException if a file or a process could not be created
     * @throws InterruptedException if the thread is interrupted; no process of the check is left
     */
    CheckOutcome run(Context context) throws IOException, InterruptedException;
}
