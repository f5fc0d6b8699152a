package dev.gearbox.core.loop;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Engine;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What is done for an event loop that a session's callback keeps: {@link EventLoopEngine#startWatchdog}.
 *
 * @param after how long a callback may keep its loop before a fresh thread goes on with the loop's other connections; a millisecond or more
 * @param evictionTarget where the connection whose callback it was is shifted once that has returned; null: it stays. Not the supervised engine itself; the
 *     caller closes it, after the supervised one
 * @param probation how long a shifted connection has to behave before it comes back; twice as long each time that it is shifted again soon after
 * @param threads how many threads may be stuck at once; beyond that a loop stays with its stuck one
 * @param listener is told what was decided, on threads of the engines: it must not block
 */
public record WatchdogOptions(
        Duration after,
        @Nullable Engine evictionTarget,
        Duration probation,
        int threads,
        Consumer<? super WatchdogEvent> listener) {
    /** Threads that may be stuck at once, if nothing else is said. */
    public static final int THREADS = 64;
    /** How long a connection has to behave at first, if nothing else is said. */
    public static final Duration PROBATION = Duration.ofSeconds(1);

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /**
     * @throws IllegalArgumentException if {@code after} is shorter than a millisecond, or there is no thread
     */
    public WatchdogOptions {
        requireNonNull(probation);
        requireNonNull(listener);
        if (after.compareTo(SHORTEST) < 0 || threads < 1) {
            throw new IllegalArgumentException("a loop is relieved after a millisecond at the earliest (" + after
                    + "), by a thread at least (" + threads + ")");
        }
    }

    /** With defaults, and nobody who listens. */
    public static WatchdogOptions of(Duration after, @Nullable Engine evictionTarget) {
        return new WatchdogOptions(after, evictionTarget, PROBATION, THREADS, event -> {});
    }
}
