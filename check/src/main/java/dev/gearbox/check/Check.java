package dev.gearbox.check;

import java.io.IOException;
import java.time.Duration;

/**
 * One thing that is known beforehand, and what the instrument makes of it. A check says what it saw in figures and what
 * would have been right; several may stand under one number, a cheap one for the arithmetic and a real run.
 */
public interface Check {
    /** What it takes to run it. */
    enum Cost {
        /** No time and no quiet machine: runs in the build, too. */
        CHEAP,
        /** Judges this machine or runs on it for up to two minutes. */
        NORMAL,
        /** Takes as long as it takes: only when everything is asked for. */
        LONG
    }

    /** Its number, such as {@code IT-5}. */
    String id();

    /** What is tested, in a few words. */
    String title();

    /** What has to come out, in a few words. */
    String mark();

    /** What it takes. */
    Cost cost();

    /** About how long it takes. */
    default Duration expected() {
        return Duration.ofSeconds(1);
    }

    /**
     * Runs it on the calling thread.
     *
     * @param context where, and with which seed
     * @return whether it passed, with the figures; or which resource is missing here
     * @throws IOException when a file or a process of its own could not be had
     * @throws InterruptedException when the thread is interrupted: no process of the check is left
     */
    CheckOutcome run(Context context) throws IOException, InterruptedException;
}
