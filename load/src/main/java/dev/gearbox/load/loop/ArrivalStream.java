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
     * Draws the connections on which they come: any of them, because a server may deal connections out by their number or their order.
     *
     * @param seed of the draw
     */
    ArrivalStream(ScriptInterpreter interpreter, Arrivals arrivals, long seed) {
        this.interpreter = interpreter;
        active = drawn(arrivals, seed);
    }

    /** The numbers of the active ones. */
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
            int drawn = active[schedule.connection(active.length)];
            draw(schedule);
            interpreter.arrive(intended, drawn);
        }
    }
}
