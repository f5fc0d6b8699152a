package dev.gearbox.lab.workload;

import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

/**
 * One point of a job workload's grid: everything about a slice but the subject.
 *
 * @param workload the name of the workload
 * @param length the set of bounds
 * @param parameters the value on each axis
 * @param requires abilities that a subject must have
 * @param instrument the instrument from which the job fetches; empty: none
 * @param job the parameters sent to a subject
 * @param count the key of the job that gives the number of units
 * @param ideal the minimum time
 * @param longest a job whose ideal time is longer is done in part
 * @param traced the number of units that are done once more with each system call traced; 0: none
 * @param timeout the time limit of a unit, after which the subject must abandon it
 */
public record JobCell(
        String workload,
        Length length,
        Map<String, String> parameters,
        Set<String> requires,
        Optional<InstrumentOptions> instrument,
        ObjectNode job,
        String count,
        IdealJobTime ideal,
        Duration longest,
        int traced,
        Duration timeout)
        implements Condition {
    /** A job that takes longer than this, in seconds, is done in part by who is to get warm. */
    public static final double LONGEST_WARMING = 5;

    /** Copies the collections, in their order. */
    public JobCell {
        parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
        requires = Collections.unmodifiableSet(new TreeSet<>(requires));
        job = job.deepCopy();
    }

    /**
     * The part of the job that one arm does.
     *
     * @param done the requested number of units
     * @param whole the total number of units
     * @param scale the ideal time of the whole divided by that of the part
     * @param seconds the ideal time of the part
     */
    public record Part(long done, long whole, double scale, double seconds) {}

    /** Returns the approximate minimum time of a subject for its part, in seconds. */
    public double expectedSeconds(Subject subject) {
        return part(subject).seconds() + ideal.beside().toNanos() / 1e9;
    }

    /** The ideal time of one unit, in seconds. */
    public double unitSeconds(Subject subject) {
        return ideal.times(subject.pace()).seconds(1, subject.atOnce());
    }

    /** Returns the whole job, or the part that fits. */
    public Part part(Subject subject) {
        return fitting(longest.toNanos() / 1e9, subject);
    }

    /** Returns the part for warming up: the same, but limited in time. */
    public Part warming(Subject subject) {
        return fitting(Math.min(longest.toNanos() / 1e9, LONGEST_WARMING), subject);
    }

    private Part fitting(double seconds, Subject subject) {
        long whole = units();
        IdealJobTime own = ideal.times(subject.pace());
        long done = own.fitting(seconds, whole, subject.atOnce());
        double takes = own.seconds(done, subject.atOnce());
        double scale = done == whole ? 1 : own.seconds(whole, subject.atOnce()) / takes;
        return new Part(done, whole, scale, takes);
    }

    /** Returns the number of units of the whole job. */
    public long units() {
        return job.required(count).asLong();
    }

    /** What a subject is asked to do: so many units, from an instrument that listens there (0: there is none), with what was made for it. */
    public String order(long units, int port, Fixture fixture) {
        ObjectNode order = job.deepCopy();
        fixture.job().forEach(order::put);
        order.put(count, units);
        if (port != 0) {
            order.put("port", port);
        }
        return order.toString();
    }

    /** Returns the exact job, for the record. */
    public JsonNode written() {
        ObjectNode written = JsonMapper.shared().createObjectNode();
        written.set("job", job);
        written.put("longest", longest.toString()).put("timeout", timeout.toString());
        written.putObject("ideal")
                .put("wait", ideal.waiting().toString())
                .put("each", ideal.each().toString());
        return written;
    }

    @Override
    public List<String> arguments() {
        return List.of();
    }
}
