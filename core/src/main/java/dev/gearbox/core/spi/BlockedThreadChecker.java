package dev.gearbox.core.spi;

import java.lang.System.Logger.Level;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Reports a callback that does not return, while it does not, with the stack trace of its thread: from outside, the server only seems to have stopped
 * answering. One thread for all engines of the process checks once a second which connections are in a callback, and whether it is the same one as at the last
 * check. It reads fields that callbacks write anyway, so callbacks pay nothing. It checks less often, down to every five seconds, where checking would take
 * more than a thousandth of a processor's time: 10,000 connections take 0.6 ms. Engines with a thread for each connection are left out, since there a callback
 * may block.
 */
public final class BlockedThreadChecker {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.stalls");
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);
    /** A check that took long may have waited for a processor. */
    private static final long SELDOM = 5 * EVERY;

    private static final int SHARE = 1_000;

    private static final Set<EngineBase> WATCHED = ConcurrentHashMap.newKeySet();
    /** Null while no engine is watched; guarded by the class's lock. */
    private static @Nullable Thread watchdog;

    /** A callback, as it was first seen. */
    record Observation(Thread thread, int number, long since, boolean reported) {
        static @Nullable Observation of(ConnectionState state, long now) {
            Thread thread = state.occupant();
            return thread == null ? null : new Observation(thread, state.callbacks(), now, false);
        }

        boolean goesOn(@Nullable Observation later) {
            return later != null && later.thread.equals(thread) && later.number == number;
        }

        Observation told() {
            return new Observation(thread, number, since, true);
        }
    }

    private BlockedThreadChecker() {}

    static synchronized void watch(EngineBase engine) {
        WATCHED.add(engine);
        if (watchdog == null) {
            Thread fresh = Thread.ofPlatform().daemon().name("Gearbox watchdog").unstarted(BlockedThreadChecker::run);
            try {
                fresh.start();
            } catch (OutOfMemoryError noThread) {
                LOG.log(Level.DEBUG, "stuck callbacks are not reported: no thread is left for the watchdog", noThread);
                return;
            }
            watchdog = fresh;
        }
    }

    static synchronized void forget(EngineBase engine) {
        WATCHED.remove(engine);
        if (WATCHED.isEmpty() && watchdog != null) {
            Thread last = watchdog;
            watchdog = null;
            LockSupport.unpark(last);
        }
    }

    private static synchronized boolean isWanted() {
        return Thread.currentThread().equals(watchdog);
    }

    private static void run() {
        Map<ConnectionState, Observation> seen = new HashMap<>();
        long pause = EVERY;
        while (isWanted()) {
            LockSupport.parkNanos(BlockedThreadChecker.class, pause);
            long began = System.nanoTime();
            Map<ConnectionState, Observation> now = new HashMap<>();
            WATCHED.forEach(engine -> engine.driven().forEach(state -> look(engine, state, seen, now, began)));
            seen.clear();
            seen.putAll(now);
            pause = Math.clamp(SHARE * (System.nanoTime() - began), EVERY, SELDOM);
        }
    }

    private static void look(
            EngineBase engine,
            ConnectionState state,
            Map<ConnectionState, Observation> before,
            Map<ConnectionState, Observation> now,
            long at) {
        Observation found = Observation.of(state, at);
        if (found == null) {
            return;
        }
        Observation first = before.get(state);
        if (first == null || !first.goesOn(found)) {
            now.put(state, found);
        } else {
            if (!first.reported()) {
                engine.counters().stuckCallbacks.increment();
                LOG.log(Level.WARNING, describe(engine, state, first, at));
            }
            now.put(state, first.told());
        }
    }

    /** Returns the log line: which callback, for how long at least, and where it is. */
    static String describe(EngineBase engine, ConnectionState state, Observation first, long now) {
        return engine + ": a callback of connection " + state.connection() + " has not returned for "
                + (now - first.since()) / 1_000_000 + " ms and blocks "
                + first.thread().getName()
                + ", where others wait (a handler that blocks belongs in an Offload). It is"
                + stack(first.thread());
    }

    static String stack(Thread thread) {
        return Arrays.stream(thread.getStackTrace())
                .map(frame -> "\n    at " + frame)
                .collect(Collectors.joining());
    }
}
