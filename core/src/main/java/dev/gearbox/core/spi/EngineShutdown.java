package dev.gearbox.core.spi;

import dev.gearbox.core.EngineClosedException;
import dev.gearbox.core.Listener;
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
import java.util.function.Function;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import java.util.stream.Stream;

/**
 * The close of an engine, or of one of its listeners, which always completes. Sessions are asked to finish; connections that are left after the grace period are
 * cut off. A callback that does not return is interrupted, and given up a second after the grace period: what it holds ends when it returns, on a separate
 * thread, and is named in the log.
 *
 * <pre>
 *   caller:           asked |------ grace ------| cut off |-- 0.5 s --| interrupted |-- 0.5 s --| given up
 *   gearbox-closing:  | no more accepted ................ no connection left ..... threads stopped
 * </pre>
 */
final class EngineShutdown {
    private static final System.Logger LOG = System.getLogger("dev.gearbox");
    private static final long STEP = TimeUnit.MILLISECONDS.toNanos(500);
    /** For a slow machine, while no callback is stuck: the longest time in which no connection ends. */
    private static final long SLOW = TimeUnit.SECONDS.toNanos(10);

    private final EngineBase engine;
    /** What is closed, for messages. */
    private final Object what;

    private final Supplier<Stream<ConnectionState>> connections;
    private final IntSupplier left;
    private final Function<ConnectionState, EngineBase> drivenBy;
    private final CompletableFuture<Void> over = new CompletableFuture<>();
    private Map<ConnectionState, Observation> inCallbacks = Map.of();
    private boolean interrupted;

    private EngineShutdown(
            EngineBase engine,
            Object what,
            Supplier<Stream<ConnectionState>> connections,
            IntSupplier left,
            Function<ConnectionState, EngineBase> drivenBy) {
        this.engine = engine;
        this.what = what;
        this.connections = connections;
        this.left = left;
        this.drivenBy = drivenBy;
    }

    /** The close of an engine, which takes no more connections. Those that are about to come here, or have just left, are spared. */
    static EngineShutdown of(EngineBase engine) {
        return new EngineShutdown(engine, engine, engine::driven, engine::left, _ -> engine);
    }

    /** The close of a listener, whichever engines drive its connections. */
    static EngineShutdown of(EngineBase engine, Listener listener) {
        listener.close();
        return new EngineShutdown(
                engine,
                listener,
                () -> engine.statesOf(listener),
                () -> (int) engine.statesOf(listener).count(),
                ConnectionState::engine);
    }

    /** If the caller is interrupted, the grace period is skipped; connections are still closed and threads stopped. */
    Shutdown end(Duration grace) {
        Thread closing = begin();
        boolean graceful = awaitGrace(grace);
        return outcome(graceful, (graceful || cutOff()) && awaitOver(closing));
    }

    /** As {@link #end}, but the threads go on. */
    Shutdown endConnections(Duration grace) {
        boolean graceful = awaitGrace(grace);
        return outcome(graceful, graceful || cutOff());
    }

    private Shutdown outcome(boolean graceful, boolean complete) {
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
            engine.awaitFewer(engine::left, 1, Long.MAX_VALUE);
            engine.stopThreads();
            over.complete(null);
        } catch (Throwable failure) {
            over.completeExceptionally(failure);
        }
    }

    private boolean awaitGrace(Duration grace) {
        if (grace.isPositive()) {
            connections
                    .get()
                    .filter(state -> drivenBy.apply(state).equals(state.engine()))
                    .forEach(ConnectionState::stop);
        }
        try {
            return engine.awaitFewer(left, 1, Nanos.of(grace));
        } catch (InterruptedException hurry) {
            interrupted = true;
            return left.getAsInt() == 0;
        }
    }

    /** Closes the remaining connections; returns false if callbacks hold some of them. */
    private boolean cutOff() {
        requestCutOff();
        long began = System.nanoTime();
        look(began);
        for (int count = left.getAsInt(); count > 0; count = left.getAsInt()) {
            boolean fewer = awaitFewer(count);
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
                // A connection of a listener may have changed its engine.
                requestCutOff();
            }
        }
        return true;
    }

    private void requestCutOff() {
        connections
                .get()
                .forEach(state ->
                        state.life().cutOff(drivenBy.apply(state), new EngineClosedException(what + " was closed")));
    }

    /** Records which connections are in a callback, and since when in the same one. */
    private void look(long now) {
        Map<ConnectionState, Observation> found = new HashMap<>();
        connections.get().forEach(state -> {
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
                return engine.awaitFewer(left, count, deadline - System.nanoTime());
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
        int remaining = left.getAsInt();
        String remains = remaining == 0
                ? "its threads have not ended yet"
                : remaining + " connections and their threads remain until "
                        + (inCallbacks.isEmpty() ? "they end" : "their interrupted callbacks return");
        LOG.log(Level.ERROR, () -> what + " is closed, but " + remains);
        inCallbacks.forEach((state, callback) ->
                LOG.log(Level.ERROR, () -> BlockedThreadChecker.describe(engine, state, callback, now)));
    }
}
