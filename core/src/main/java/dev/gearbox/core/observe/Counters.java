package dev.gearbox.core.observe;

import static java.util.Objects.requireNonNull;

import dev.gearbox.core.CloseCause;
import dev.gearbox.core.EngineStats;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;

/** The counters of an engine; {@link EngineStats} is a snapshot of them. For authors of engines. */
public final class Counters {
    public final LongAdder accepted = new LongAdder();
    public final LongAdder connected = new LongAdder();
    public final LongAdder acceptFailures = new LongAdder();
    public final LongAdder acceptNanos = new LongAdder();
    public final LongAdder queueNanos = new LongAdder();
    public final LongAdder bytesRead = new LongAdder();
    public final LongAdder bytesWritten = new LongAdder();
    public final LongAdder moves = new LongAdder();
    public final LongAdder wakeups = new LongAdder();
    public final LongAdder shiftsIn = new LongAdder();
    public final LongAdder shiftsOut = new LongAdder();
    public final LongAdder shiftsFailed = new LongAdder();
    public final LongAdder shiftNanos = new LongAdder();
    public final LongAdder blockedLoops = new LongAdder();
    public final LongAdder relievedLoops = new LongAdder();
    public final LongAdder stuckCallbacks = new LongAdder();
    private final Map<CloseCause, LongAdder> closed = new EnumMap<>(CloseCause.class);

    public Counters() {
        for (CloseCause cause : CloseCause.values()) {
            closed.put(cause, new LongAdder());
        }
    }

    /** Counts a connection that was closed for this cause. */
    public void closed(CloseCause cause) {
        requireNonNull(closed.get(cause)).increment();
    }

    /** Returns how many connections were closed, by cause. */
    public Map<CloseCause, Long> closed() {
        Map<CloseCause, Long> counts = new EnumMap<>(CloseCause.class);
        closed.forEach((cause, count) -> counts.put(cause, count.sum()));
        return counts;
    }
}
