package dev.gearbox.core.loop;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.Engine;
import java.time.Duration;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Options of the supervision of event loops that a session's callback may block: {@link EventLoopEngine#startWatchdog}.
 *
 * @param after how long a callback may block its loop before a new thread takes over the loop and its other connections; a millisecond or more
 * @param evictionTarget the engine to which the connection is shifted after its callback has returned, or null to leave it where it is. Must not be the
 *     supervised engine; the caller closes it, after the supervised one
 * @param probation how long a shifted connection must not block before it comes back; doubled each time that it is shifted again soon after
 * @param threads how many threads may be stuck at once; beyond that a loop stays with its stuck thread
 * @param listener receives the decisions, on threads of the engines; must not block
 */
public record WatchdogOptions(
        Duration after,
        @Nullable Engine evictionTarget,
        Duration probation,
        int threads,
        Consumer<? super WatchdogEvent> listener) {
    /** Default number of threads that may be stuck at once. */
    public static final int THREADS = 64;
    /** Default duration of the first probation. */
    public static final Duration PROBATION = Duration.ofSeconds(1);

    private static final Duration SHORTEST = Duration.ofMillis(1);

    /**
     * @throws IllegalArgumentException if {@code after} is shorter than a millisecond, or {@code threads} is below 1
     */
    public WatchdogOptions {
        requireNonNull(probation);
        requireNonNull(listener);
        if (after.compareTo(SHORTEST) < 0 || threads < 1) {
            throw new IllegalArgumentException(
                    "after must be a millisecond or more (" + after + "), and threads 1 or more (" + threads + ")");
        }
    }

    /** Returns options with defaults and no listener. */
    public static WatchdogOptions of(Duration after, @Nullable Engine evictionTarget) {
        return new WatchdogOptions(after, evictionTarget, PROBATION, THREADS, event -> {});
    }
}
