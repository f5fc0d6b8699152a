package dev.gearbox.lab.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Optional;

/**
 * The least time that a job can take: a wait that all its units share if they are done at once, and processor or link
 * time that each adds. Decides how much of a job is done where all of it would take too long, and what that part says
 * about the whole.
 *
 * @param waiting of each unit, such as the delay of an answer
 * @param each what a unit adds while the others wait, such as its work on one core, or its bytes on the link
 */
public record IdealJobTime(Duration waiting, Duration each) {
    @JsonCreator
    private static IdealJobTime of(@JsonProperty("wait") Optional<Duration> waiting, Optional<Duration> each) {
        return new IdealJobTime(waiting.orElse(Duration.ZERO), each.orElse(Duration.ZERO));
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
