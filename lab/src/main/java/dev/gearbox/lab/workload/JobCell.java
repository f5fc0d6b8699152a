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
 * @param length which bounds it has
 * @param parameters the value on each axis
 * @param requires abilities that a subject must have
 * @param instrument that the job fetches from; empty: it needs none
 * @param job what a subject is told
 * @param count the key of the job that says how many units it has
 * @param ideal the least time that it can take
 * @param longest a job that takes longer even ideally is done in part
 * @param traced how many units are done once more with each system call traced; 0: none
 * @param timeout how long a unit may take, after which the subject has to give it up
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
     * What a study provides for its jobs to fetch from.
     *
     * @param name by which the study knows it
     * @param protocol that subjects speak with it
     * @param options that it is started with
     */
    public record InstrumentOptions(String name, String protocol, Map<String, String> options) {
        /** Copies the map, in its order. */
        public InstrumentOptions {
            options = Collections.unmodifiableMap(new LinkedHashMap<>(options));
        }
    }

    /**
     * How much of the job one arm does.
     *
     * @param done units that are asked for
     * @param whole units that there are
     * @param scale the ideal time of the whole by that of the part
     * @param seconds the ideal time of the part
     */
    public record Part(long done, long whole, double scale, double seconds) {}

    /** About how long it takes a subject to do what is asked of it, in seconds, at best. */
    public double expectedSeconds(Subject subject) {
        return part(subject).seconds() + ideal.beside().toNanos() / 1e9;
    }

    /** The ideal time of one unit, in seconds. */
    public double unitSeconds(Subject subject) {
        return ideal.times(subject.pace()).seconds(1, subject.atOnce());
    }

    /** All of it, or what fits. */
    public Part part(Subject subject) {
        return fitting(longest.toNanos() / 1e9, subject);
    }

    /** What a subject does to get warm: the same, but no longer than that takes. */
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

    /** How many units the whole job has. */
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

    /** What it is, exactly: for the record. */
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
