package dev.gearbox.micrometer;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import io.micrometer.core.instrument.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The engine's counters at the last reading. One reading serves all meters of a scrape, since it visits every connection; two of them form an
 * interval. Does not keep the engine alive.
 */
final class Readings {
    /** Longer than a scrape takes, and shorter than the time between two. */
    private static final long FRESH = TimeUnit.MILLISECONDS.toNanos(100);

    private final Clock clock;
    private long time;
    private double loopUtilisation = Double.NaN;
    private @Nullable EngineStats last;

    Readings(Clock clock) {
        this.clock = clock;
    }

    synchronized EngineStats of(Engine engine) {
        long now = clock.monotonicTime();
        EngineStats before = last;
        if (before != null && now - time < FRESH) {
            return before;
        }
        EngineStats read = engine.stats();
        loopUtilisation = read.loopUtilisationSince(before == null ? EngineStats.NONE : before);
        last = read;
        time = now;
        return read;
    }

    /** The interval between the last two readings; before there are two, since the engine started. */
    synchronized double loopUtilisation(Engine engine) {
        of(engine);
        return loopUtilisation;
    }
}
