package dev.gearbox.core.observe;

import dev.gearbox.core.EngineStats;
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
}
