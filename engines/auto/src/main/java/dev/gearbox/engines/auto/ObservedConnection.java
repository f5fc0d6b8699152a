package dev.gearbox.engines.auto;

import dev.gearbox.core.EngineStats;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.engines.auto.policy.ConnectionSignals;
import dev.gearbox.engines.auto.policy.PartRole;
import dev.gearbox.engines.auto.policy.ShiftHistory;
import dev.gearbox.engines.auto.policy.Thresholds;
import java.util.concurrent.TimeUnit;

/** An observed connection: what is known of it, and since when. Used on the monitor thread. */
final class ObservedConnection {
    private final ConnectionState state;
    private final String peer;
    private final CallbackTimes times = new CallbackTimes();
    private final Thresholds thresholds;
    private ShiftHistory standing = ShiftHistory.NEW;
    private PartRole place;
    private boolean timed;
    private boolean moving;
    private long notBefore;

    private long began;
    private int callbacks;
    private long bytes;

    /**
     * What an engine did since the last round.
     *
     * @param connections that it has
     * @param utilisation of its loops; -1: it has none
     * @param queueNanos average time that an event waited; -1: it has no loops
     */
    record Load(int connections, double utilisation, long queueNanos) {
        static final Load UNKNOWN = new Load(0, -1, -1);

        static Load between(EngineStats before, EngineStats now) {
            long busy = now.busyNanos() - before.busyNanos();
            long all = busy + now.waitNanos() - before.waitNanos();
            long events = now.events() - before.events();
            long queued = now.eventQueueNanos() - before.eventQueueNanos();
            return now.events() == 0
                    ? new Load(now.connections(), -1, -1)
                    : new Load(
                            now.connections(), all == 0 ? 0 : (double) busy / all, events == 0 ? 0 : queued / events);
        }
    }

    ObservedConnection(ConnectionState state, PartRole place, Thresholds thresholds, long now) {
        this.state = state;
        peer = state.remoteAddress().toString();
        this.place = place;
        this.thresholds = thresholds;
        startOver(now);
    }

    ConnectionState state() {
        return state;
    }

    PartRole place() {
        return place;
    }

    ShiftHistory standing() {
        return standing;
    }

    /** Times its callbacks from now on. */
    void suspect(long now) {
        if (!timed) {
            timed = true;
            times.arrive();
            startOver(now);
            state.observe(times);
        }
    }

    /** Stops timing its callbacks. */
    void clearSuspicion() {
        if (timed) {
            timed = false;
            state.observe(null);
        }
    }

    /** Returns whether there is nothing to decide at the moment. */
    boolean isBusy(long now) {
        return moving || now < notBefore;
    }

    void departs() {
        moving = true;
    }

    /** It stays where it is; nothing is tried again during a probation. */
    void stays(long now) {
        moving = false;
        notBefore = now + standing.probationMillis(thresholds);
        startOver(now);
    }

    /** It was shifted, by this engine or by the program. */
    void arrives(PartRole where, long now) {
        moving = false;
        standing = standing.after(where, now, thresholds);
        place = where;
        times.arrive();
        startOver(now);
    }

    /** Starts a new window. */
    void startOver(long now) {
        began = now;
        callbacks = state.callbacks();
        bytes = state.bytes();
        times.startOver();
    }

    ConnectionSignals signals(long now, Load load) {
        CallbackTimes.Reading reading = times.read();
        return new ConnectionSignals(
                now,
                peer,
                place,
                now - began,
                state.callbacks() - callbacks,
                state.bytes() - bytes,
                reading.slow(),
                reading.slowNanos(),
                reading.processorNanos(),
                timed ? TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - reading.calmSince()) : 0,
                reading.calmCallbacks(),
                Math.max(0, load.connections() - 1),
                load.utilisation(),
                load.queueNanos());
    }
}
