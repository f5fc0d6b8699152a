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
 * Reports a callback that does not return, while it does not, with the stack of its thread: from outside one sees only that a server has stopped to
 * answer. One thread for all engines in the process looks once a second at which connections are in a callback, and whether it is the same one as the
 * last time. It reads what callbacks write anyway, so they pay nothing. It looks less often, down to every five seconds, where looking would take more
 * than a thousandth of a processor's time: 10,000 connections take 0.6 ms. Engines whose callbacks have a thread to themselves are left out, for there a callback may block.
 */
public final class StuckCallbacks {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.stalls");
    private static final long EVERY = TimeUnit.SECONDS.toNanos(1);
    /** A look that took long may have waited for a processor. */
    private static final long SELDOM = 5 * EVERY;

    private static final int SHARE = 1_000;

    private static final Set<EngineBase> WATCHED = ConcurrentHashMap.newKeySet();
    /** Null while nothing is watched; under the class's lock. */
    private static @Nullable Thread watchdog;

    /** A callback, as it was seen first. */
    record Sighting(Thread thread, int number, long since, boolean reported) {
        static @Nullable Sighting of(EngineSide side, long now) {
            Thread thread = side.occupant();
            return thread == null ? null : new Sighting(thread, side.callbacks(), now, false);
        }

        boolean goesOn(@Nullable Sighting later) {
            return later != null && later.thread.equals(thread) && later.number == number;
        }

        Sighting told() {
            return new Sighting(thread, number, since, true);
        }
    }

    private StuckCallbacks() {}

    static synchronized void watch(EngineBase engine) {
        WATCHED.add(engine);
        if (watchdog == null) {
            Thread fresh = Thread.ofPlatform().daemon().name("Gearbox watchdog").unstarted(StuckCallbacks::run);
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
        Map<EngineSide, Sighting> seen = new HashMap<>();
        long pause = EVERY;
        while (isWanted()) {
            LockSupport.parkNanos(StuckCallbacks.class, pause);
            long began = System.nanoTime();
            Map<EngineSide, Sighting> now = new HashMap<>();
            WATCHED.forEach(engine -> engine.driven().forEach(side -> look(engine, side, seen, now, began)));
            seen.clear();
            seen.putAll(now);
            pause = Math.clamp(SHARE * (System.nanoTime() - began), EVERY, SELDOM);
        }
    }

    private static void look(
            EngineBase engine,
            EngineSide side,
            Map<EngineSide, Sighting> before,
            Map<EngineSide, Sighting> now,
            long at) {
        Sighting found = Sighting.of(side, at);
        if (found == null) {
            return;
        }
        Sighting first = before.get(side);
        if (first == null || !first.goesOn(found)) {
            now.put(side, found);
        } else {
            if (!first.reported()) {
                LOG.log(Level.WARNING, describe(engine, side, first, at));
            }
            now.put(side, first.told());
        }
    }

    /** For the log: which callback, for how long at least, and where it is. */
    static String describe(EngineBase engine, EngineSide side, Sighting first, long now) {
        return engine + ": a callback of connection " + side.connection() + " has not returned for "
                + (now - first.since()) / 1_000_000 + " ms and keeps "
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
