package dev.gearbox.check.shift;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.observe.ShiftObserver;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.HdrHistogram.ConcurrentHistogram;
import org.HdrHistogram.Histogram;

/** The times during which connections were driven by no engine, by the kind of engine that they left. */
final class Pauses implements ShiftObserver {
    private static final long LONGEST = TimeUnit.MINUTES.toNanos(1);
    private static final int DIGITS = 2;

    private final ShiftMatrix pairs;
    private volatile List<Histogram> bySource;

    Pauses(ShiftMatrix pairs, int kinds) {
        this.pairs = pairs;
        bySource = empty(kinds);
    }

    private static List<Histogram> empty(int kinds) {
        return Stream.<Histogram>generate(() -> new ConcurrentHistogram(LONGEST, DIGITS))
                .limit(kinds)
                .toList();
    }

    @Override
    public void moved(Connection connection, Engine from, Engine to, long pauseNanos) {
        int source = pairs.kind(from);
        if (source >= 0) {
            bySource.get(source).recordValue(Math.clamp(pauseNanos, 0, LONGEST));
        }
    }

    /** Returns, for each kind, those since the last call. Call it only while no connection moves. */
    List<Histogram> take() {
        List<Histogram> taken = bySource;
        bySource = empty(taken.size());
        return IntStream.range(0, taken.size())
                .mapToObj(source -> taken.get(source).copy())
                .toList();
    }
}
