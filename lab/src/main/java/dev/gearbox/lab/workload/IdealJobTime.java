package dev.gearbox.lab.workload;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.time.Duration;
import java.util.Optional;

/**
 * The minimum time of a job: a wait that all its units share if they run concurrently, and processor or link time that each adds. Determines how much of a
 * job to do if the whole would take too long, and how to extrapolate from that part to the whole.
 *
 * @param waiting the wait of each unit, such as the delay of an answer
 * @param each the time that a unit adds while the others wait, such as its work on one core, or its bytes on the link
 * @param beside the remaining overhead of a job, such as connecting: only for the plan of a run
 */
public record IdealJobTime(Duration waiting, Duration each, Duration beside) {
    /** Of clients that connect. */
    private static final Duration CONNECTING = Duration.ofMillis(350);

    @JsonCreator
    private static IdealJobTime of(
            @JsonProperty("wait") Optional<Duration> waiting, Optional<Duration> each, Optional<Duration> beside) {
        return new IdealJobTime(waiting.orElse(Duration.ZERO), each.orElse(Duration.ZERO), beside.orElse(CONNECTING));
    }

    /** Returns the ideal for a subject whose units take that many times as long. */
    IdealJobTime times(double pace) {
        return pace == 1 ? this : new IdealJobTime(scaled(waiting, pace), scaled(each, pace), beside);
    }

    private static Duration scaled(Duration time, double pace) {
        return Duration.ofNanos(Math.round(time.toNanos() * pace));
    }

    /**
     * Returns the ideal time of a number of units.
     *
     * @param atOnce the maximum number of concurrent units; 0: all
     */
    double seconds(long units, int atOnce) {
        return rounds(units, atOnce) * waiting.toNanos() / 1e9 + units * (each.toNanos() / 1e9);
    }

    /**
     * Returns the maximum number of units that fit into a time, in complete rounds of concurrent units, but at least one round.
     *
     * @param units the total number of units
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
