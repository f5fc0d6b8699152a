package dev.gearbox.load.loop;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/**
 * How the loop waits when a round found nothing to do. While a slice runs on a {@link GeneratorCore} of its own it spins, looking for answers each
 * time. On a shared core, because a selector counts in milliseconds and a parked thread sees no answers:
 *
 * <ul>
 *   <li>more than a millisecond to the next deadline and the line quiet: a blocking select that ends before the deadline;
 *   <li>less, and no answer is due: park until shortly before the deadline;
 *   <li>otherwise, and always in the last stretch: spin.
 * </ul>
 *
 * While standing connections are made it sleeps wherever it can.
 */
final class Pacer {
    private static final long MILLI = 1_000_000;

    /** So long after the last event the loop keeps looking for the next one: a sleeping thread would add its wake-up to the figures. */
    private static final long ALERT = 200_000;

    private final Selector selector;
    private final Consumer<SelectionKey> action;
    private final GeneratorCore core;
    private boolean slackless;
    private long spin;

    Pacer(Selector selector, Consumer<SelectionKey> action, GeneratorCore core) {
        this.selector = selector;
        this.action = action;
        this.core = core;
    }

    /** A slice begins on this thread. */
    void begin() {
        slackless = core == GeneratorCore.SHARED && TimerSlack.minimal();
        spin = slackless ? 60_000 : 150_000;
    }

    /** It has ended: the thread may have other slices to run. */
    void end() {
        if (slackless) {
            TimerSlack.restore();
            slackless = false;
        }
    }

    /** Whether it would sleep now, at most until shortly before the deadline. Otherwise it has spun, once. */
    boolean sleeps(long untilDeadline, long quiet, boolean expecting) {
        if (core == GeneratorCore.SHARED
                && untilDeadline > spin
                && !(expecting && quiet < ALERT)
                && (!expecting || untilDeadline - spin >= MILLI)) {
            return true;
        }
        Thread.onSpinWait();
        return false;
    }

    /** Sleeps, after {@link #sleeps} has said so. */
    void sleep(long untilDeadline) throws IOException {
        doze(untilDeadline - spin);
    }

    /** Sleeps so long at most: not to the microsecond, but cheaply. */
    void doze(long nanos) throws IOException {
        if (nanos >= MILLI) {
            selector.select(action, nanos / MILLI);
        } else if (nanos > 0) {
            LockSupport.parkNanos(nanos);
        }
    }

    /** How it waits, for the report. */
    String describe() {
        return switch (core) {
            case OWN -> "always spin, on a core of its own; requests that its own stalls touched are apart";
            case SHARED ->
                "park, then spin " + spin / 1000 + " us; timer slack " + (slackless ? "1 ns" : "as the system has it")
                        + "; a shared core: its own stalls stay in";
        };
    }
}
