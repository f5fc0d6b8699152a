package dev.gearbox.micrometer;

import dev.gearbox.core.Engine;
import dev.gearbox.core.EngineStats;
import io.micrometer.core.instrument.Clock;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What an engine had counted when it was read last. One reading serves all meters of a scrape, for it looks at every connection; and two of them make
 * an interval. Knows no engine: meters that outlive theirs do not keep it.
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

    /** Between the last two readings; before there are two, since the engine started. */
    synchronized double loopUtilisation(Engine engine) {
        of(engine);
        return loopUtilisation;
    }
}
