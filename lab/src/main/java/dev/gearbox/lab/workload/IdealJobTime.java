package dev.gearbox.lab.workload;

import dev.gearbox.lab.data.DataObject;
import java.time.Duration;

/**
 * The least time that a job can take: a wait that all its units share if they are done at once, and processor or link
 * time that each adds. Decides how much of a job is done where all of it would take too long, and what that part says
 * about the whole.
 *
 * @param waiting of each unit, such as the delay of an answer
 * @param each what a unit adds while the others wait, such as its work on one core, or its bytes on the link
 * @param beside what a subject needs for all of it besides, such as to connect: for the plan of a run only
 */
public record IdealJobTime(Duration waiting, Duration each, Duration beside) {
    /** Of clients that connect. */
    private static final Duration CONNECTING = Duration.ofMillis(350);

    static IdealJobTime decode(DataObject data) {
        return new IdealJobTime(
                data.has("wait") ? data.duration("wait") : Duration.ZERO,
                data.has("each") ? data.duration("each") : Duration.ZERO,
                data.has("beside") ? data.duration("beside") : CONNECTING);
    }

    /** For a subject whose units take so many times as long. */
    IdealJobTime times(double pace) {
        return pace == 1 ? this : new IdealJobTime(scaled(waiting, pace), scaled(each, pace), beside);
    }

    private static Duration scaled(Duration time, double pace) {
        return Duration.ofNanos(Math.round(time.toNanos() * pace));
    }

    /**
     * For so many units.
     *
     * @param atOnce how many can be under way together; 0: all
     */
    double seconds(long units, int atOnce) {
        return rounds(units, atOnce) * waiting.toNanos() / 1e9 + units * (each.toNanos() / 1e9);
    }

    /**
     * The most units that fit into a time, in whole rounds of those that are under way together, but one round at least.
     *
     * @param units how many there are
     */
    long fitting(double seconds, long units, int atOnce) {
        if (seconds(units, atOnce) <= seconds) {
            return units;
        }
        if (atOnce == 0 || atOnce >= units) {
            double left = seconds - waiting.toNanos() / 1e9;
            return Math.clamp((long) (left / (each.toNanos() / 1e9)), 1, units);
        }
        long rounds = (long) (seconds / seconds(atOnce, atOnce));
        return Math.min(units, Math.max(1, rounds) * atOnce);
    }

    private static long rounds(long units, int atOnce) {
        return atOnce == 0 ? 1 : (units + atOnce - 1) / atOnce;
    }
}
