package dev.gearbox.load.loop;

import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Schedule;
import dev.gearbox.load.schedule.Timeline;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.jspecify.annotations.Nullable;

/** The arrivals of an open loop in one slice, in the order of their {@link Schedule}; a closed loop has none. */
public final class ArrivalStream {
    private final ScriptInterpreter interpreter;
    private final int[] active;
    private @Nullable Schedule schedule;
    private long begin;
    private long end;
    private boolean more;
    private long next;

    /**
     * Chooses the active connections at random, because a server may distribute connections by their number or their order.
     *
     * @param seed of the random choice
     */
    ArrivalStream(ScriptInterpreter interpreter, Arrivals arrivals, long seed) {
        this.interpreter = interpreter;
        active = drawn(arrivals, seed);
    }

    /** The indices of the active connections. */
    public static int[] drawn(Arrivals arrivals, long seed) {
        int all = arrivals.connections();
        int count = arrivals.activeConnections();
        int[] numbers = new int[all];
        Arrays.setAll(numbers, number -> number);
        if (count == all) {
            return numbers;
        }
        var random = new SplittableRandom(seed);
        for (int i = 0; i < count; i++) {
            int other = i + random.nextInt(all - i);
            int number = numbers[other];
            numbers[other] = numbers[i];
            numbers[i] = number;
        }
        return Arrays.copyOf(numbers, count);
    }

    /** Prepares the arrivals of a slice. */
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
        // No arrival is scheduled after the window.
        more = next - end < 0;
    }

    /** Returns the time of the next arrival, or {@code otherwise} if that is earlier. */
    long nextDue(long otherwise) {
        return more && next - otherwise < 0 ? next : otherwise;
    }

    /** Returns whether an arrival is overdue. */
    boolean isOverdue(long now) {
        return more && next - now <= 0;
    }

    /** Fires all arrivals that are due, each on the connection drawn for it. */
    void arrive(long now) {
        while (schedule != null && isOverdue(now)) {
            long intended = next;
            int drawn = active[schedule.connection(active.length)];
            draw(schedule);
            interpreter.arrive(intended, drawn);
        }
    }
}
