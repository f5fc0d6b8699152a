package dev.gearbox.lab.idle;

import dev.gearbox.lab.idle.IdleMemory.Kind;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.Interval;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a quiet connection costs, by kind of memory: a slope over the numbers of connections for each fork, so that what
 * the process needs anyway falls out, and over the forks the mean of the slopes with its interval.
 *
 * @param subject its label
 * @param forks the readings, fork by fork; at least two forks
 */
public record IdleCost(String subject, List<List<Point>> forks) {
    private static final double CONFIDENCE = 0.95;

    /**
     * A reading, in a JVM of its own.
     *
     * @param connections that stood
     * @param memory then
     */
    public record Point(int connections, IdleMemory memory) {}

    /**
     * What a connection costs of one kind.
     *
     * @param kind of memory
     * @param bytes for each connection: the mean over the forks
     * @param low lower end of the 95 % interval
     * @param high upper end of it
     */
    public record Slope(Kind kind, double bytes, double low, double high) {}

    /** Copies the lists. */
    public IdleCost {
        forks = forks.stream().map(List::copyOf).toList();
        if (forks.size() < 2) {
            throw new IllegalArgumentException("an interval needs two forks, not " + forks.size());
        }
    }

    /**
     * The slopes, in the order of the kinds; a kind that could not be read in every run is left out.
     *
     * @throws IllegalArgumentException when a fork has not at least two different numbers of connections
     */
    public List<Slope> slopes() {
        List<Slope> slopes = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            slope(kind).ifPresent(slopes::add);
        }
        return slopes;
    }

    /** The slope of one kind; empty when it could not be read. */
    public Optional<Slope> slope(Kind kind) {
        boolean read = forks.stream()
                .flatMap(List::stream)
                .allMatch(point -> point.memory.bytes().containsKey(kind));
        if (!read) {
            return Optional.empty();
        }
        Estimate mean = Estimate.of(
                forks.stream().mapToDouble(fork -> slope(fork, kind)).toArray());
        Interval interval = mean.interval(CONFIDENCE);
        return Optional.of(new Slope(kind, mean.mean(), interval.low(), interval.high()));
    }

    /** "virtual: heap 5,120 [5,100, 5,140], direct 0 [0, 0], ... bytes for each quiet connection (3 forks)". */
    public String row() {
        String kinds = slopes().stream()
                .map(slope -> String.format(
                        Locale.ROOT,
                        "%s %,.0f [%,.0f, %,.0f]",
                        slope.kind.label(),
                        zero(slope.bytes),
                        zero(slope.low),
                        zero(slope.high)))
                .collect(Collectors.joining(", "));
        return subject + ": " + kinds + " bytes for each quiet connection (" + forks.size() + " forks, 95 %)";
    }

    private static double slope(List<Point> fork, Kind kind) {
        return IdleSlope.fit(fork.stream()
                        .map(point -> new IdleSlope.Point(
                                point.connections, point.memory.bytes().getOrDefault(kind, 0L)))
                        .toList())
                .bytesPerConnection();
    }

    /** A −0.3 would be printed as "-0". */
    private static double zero(double bytes) {
        return Math.rint(bytes) + 0.0;
    }
}
