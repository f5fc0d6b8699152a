package dev.gearbox.core.spi;

import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Shutdown;
import dev.gearbox.core.concurrent.Nanos;
import dev.gearbox.core.spi.BlockedThreadChecker.Observation;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * The close of an engine, which always completes. Connections may end by themselves during the grace period, and are then closed. A callback that does not
 * return is interrupted, and given up a second after the grace period: what it holds ends when it returns, on a separate thread, and is named in the log.
 *
 * <pre>
 *   caller:           |------ grace ------| closed |-- 0.5 s --| interrupted |-- 0.5 s --| given up
 *   gearbox-closing:  | no more accepted ........... no connection left ..... threads stopped
 * </pre>
 */
final class EngineShutdown {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(500);
    /** For a slow machine, while no callback is stuck: the longest time in which no connection ends. */
    private static final long SLOW = TimeUnit.SECONDS.toNanos(10);

    private final EngineBase engine;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private Map<ConnectionState, Observation> inCallbacks = Map.of();
    private boolean interrupted;

    /**
     * @param engine an engine that takes no more connections
     */
    EngineShutdown(EngineBase engine) {
        this.engine = engine;
    }

    /** If the caller is interrupted, the grace period is skipped; connections are still closed and threads stopped. */
    Shutdown end(Duration grace) {
        Thread closing = begin();
        boolean graceful = awaitGrace(grace);
        boolean complete = (graceful || abort()) && awaitOver(closing);
        if (!complete) {
            tell();
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        return !complete ? Shutdown.INCOMPLETE : graceful ? Shutdown.GRACEFUL : Shutdown.FORCED;
    }

    private Thread begin() {
        try {
            return Thread.ofPlatform().daemon().name("gearbox-closing").start(this::work);
        } catch (OutOfMemoryError noThread) {
            LOG.log(Level.DEBUG, "no thread is left to close an engine on", noThread);
            return Thread.ofVirtual().name("gearbox-closing").start(this::work);
        }
    }

    private void work() {
        try {
            engine.stopAccepting();
            engine.awaitFewer(1, Long.MAX_VALUE);
            engine.stopThreads();
            over.complete(null);
        } catch (Throwable failure) {
            over.completeExceptionally(failure);
        }
    }

    private boolean awaitGrace(Duration grace) {
        try {
            return engine.awaitFewer(1, Nanos.of(grace));
        } catch (InterruptedException hurry) {
            interrupted = true;
            return engine.left() == 0;
        }
    }

    /** Closes the remaining connections; returns false if callbacks hold some of them. */
    private boolean abort() {
        engine.driven().forEach(state -> state.life().cutOff(engine, new EngineClosedException(engine + " was closed")));
        long began = System.nanoTime();
        look(began);
        for (int left = engine.left(); left > 0; left = engine.left()) {
            boolean fewer = awaitFewer(left);
            long now = System.nanoTime();
            look(now);
            if (fewer) {
                began = now;
            } else if (longest(now) >= 2 * STEP || now - began >= SLOW) {
                return false;
            } else {
                inCallbacks.values().stream()
                        .filter(callback -> now - callback.since() >= STEP)
                        .forEach(callback -> callback.thread().interrupt());
            }
        }
        return true;
    }

    /** Records which connections are in a callback, and since when in the same one. */
    private void look(long now) {
        Map<ConnectionState, Observation> found = new HashMap<>();
        engine.driven().forEach(state -> {
            Observation callback = Observation.of(state, now);
            if (callback != null) {
                Observation before = inCallbacks.get(state);
                found.put(state, before != null && before.goesOn(callback) ? before : callback);
            }
        });
        inCallbacks = found;
    }

    private long longest(long now) {
        return inCallbacks.values().stream()
                .mapToLong(callback -> now - callback.since())
                .max()
                .orElse(0);
    }

    private boolean awaitFewer(int count) {
        long deadline = System.nanoTime() + STEP;
        while (true) {
            try {
                return engine.awaitFewer(count, deadline - System.nanoTime());
            } catch (InterruptedException later) {
                interrupted = true;
            }
        }
    }

    /** Returns whether all threads have ended, including the closing one. */
    private boolean awaitOver(Thread closing) {
        long deadline = System.nanoTime() + SLOW;
        while (true) {
            try {
                over.get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
                closing.join();
                return true;
            } catch (InterruptedException later) {
                interrupted = true;
            } catch (TimeoutException stuck) {
                return false;
            } catch (ExecutionException failure) {
                throw new IllegalStateException(engine + " was not closed properly", failure.getCause());
            }
        }
    }

    private void tell() {
        long now = System.nanoTime();
        LOG.log(
                Level.ERROR,
                () -> engine + " is closed, but " + engine.left() + " connections and their threads remain until "
                        + (inCallbacks.isEmpty() ? "they end" : "their interrupted callbacks return"));
        inCallbacks.forEach((state, callback) ->
                LOG.log(Level.ERROR, () -> BlockedThreadChecker.describe(engine, state, callback, now)));
    }
}
