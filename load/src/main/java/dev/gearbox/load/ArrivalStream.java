package dev.gearbox.load;

import org.jspecify.annotations.Nullable;

/** The arrivals of an open loop in one slice, in the order of their {@link Schedule}; a closed loop has none. */
final class ArrivalStream {
    private final Walk walk;
    private final int connections;
    private @Nullable Schedule schedule;
    private long begin;
    private long end;
    private boolean more;
    private long next;

    ArrivalStream(Walk walk, int connections) {
        this.walk = walk;
        this.connections = connections;
    }

    /** Prepares those of a slice. */
    void prepare(Arrivals arrivals, long seed) {
        schedule = arrivals instanceof Arrivals.Closed ? null : Schedule.of(arrivals, seed);
        more = false;
    }

    /** The slice begins. */
    void begin(Timeline time) {
        begin = time.begin();
        end = time.ends();
        if (schedule != null) {
            draw(schedule);
        }
    }

    private void draw(Schedule schedule) {
        next = begin + schedule.next();
        // None is meant for after the window.
        more = next - end < 0;
    }

    /** The time of the next one, or {@code otherwise} if that is earlier. */
    long nextDue(long otherwise) {
        return more && next - otherwise < 0 ? next : otherwise;
    }

    /** Whether one should have come by now. */
    boolean isOverdue(long now) {
        return more && next - now <= 0;
    }

    /** All that are due come, each on the connection that is drawn for it. */
    void arrive(long now) {
        while (schedule != null && isOverdue(now)) {
            long intended = next;
            int drawn = schedule.connection(connections);
            draw(schedule);
            walk.arrive(intended, drawn);
        }
    }
}
