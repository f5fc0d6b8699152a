package dev.gearbox.advise.map;

import dev.gearbox.advise.Advice;
import dev.gearbox.advise.AdviseException;
import dev.gearbox.advise.Advisor;
import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.rules.LiteratureRule;
import dev.gearbox.advise.rules.LiteratureRules;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The best engine by prediction over connections, processor time of a request and its size, at one rate. A pure function of workload and costs.
 *
 * @param axes the values of each axis
 * @param regions for each size, for each number of connections, for each processor time
 */
public record RegionMap(Axes axes, List<Region> regions) {
    /**
     * The values of the three axes.
     *
     * @param connections open at a time
     * @param cpuSeconds processor time of the application for a request
     * @param bytes of a request, and of its answer
     */
    public record Axes(List<Integer> connections, List<Double> cpuSeconds, List<Long> bytes) {
        /** The map that is drawn. */
        public static final Axes USUAL = new Axes(
                List.of(10, 100, 1_000, 10_000, 30_000),
                List.of(0.0, 20e-6, 200e-6, 2e-3),
                List.of(64L, 1_024L, 16_384L));

        /** Copies the lists. */
        public Axes {
            connections = List.copyOf(connections);
            cpuSeconds = List.copyOf(cpuSeconds);
            bytes = List.copyOf(bytes);
        }
    }

    /** Copies the list. */
    public RegionMap {
        regions = List.copyOf(regions);
    }

    /**
     * Predicts all points.
     *
     * @param rest everything but the three axes
     * @param absent names of engines that cannot run here
     */
    public static RegionMap of(
            Axes axes, DescribedWorkload rest, Costs costs, Set<String> absent, LiteratureRules rules) {
        List<DescribedWorkload> points = new ArrayList<>();
        for (long bytes : axes.bytes()) {
            for (int connections : axes.connections()) {
                for (double cpu : axes.cpuSeconds()) {
                    points.add(at(rest, connections, cpu, bytes));
                }
            }
        }
        return new RegionMap(
                axes,
                points.parallelStream()
                        .map(point -> region(point, costs, absent, rules))
                        .toList());
    }

    private static DescribedWorkload at(DescribedWorkload rest, int connections, double cpu, long bytes) {
        return new DescribedWorkload(
                connections,
                rest.rate(),
                bytes,
                cpu,
                cpu == 0 ? Range.exactly(0) : rest.cpuVariation(),
                rest.waitSeconds(),
                rest.waitVariation(),
                rest.connectsPerSecond(),
                rest.cores(),
                rest.p99Limit(),
                rest.memoryLimit());
    }

    private static Region region(DescribedWorkload point, Costs costs, Set<String> absent, LiteratureRules rules) {
        List<String> best = best(point, costs, absent);
        return new Region(
                point,
                best,
                rules.about(point).stream()
                        .map(rule -> new Region.MarkedRule(rule.id(), agreement(rule, best)))
                        .toList());
    }

    private static List<String> best(DescribedWorkload point, Costs costs, Set<String> absent) {
        Advice advice;
        try {
            advice = Advisor.advise(point, costs, absent);
        } catch (AdviseException impossible) {
            // A point of the map like any other: no engine carries it.
            return List.of();
        }
        return advice.groups().getFirst().stream()
                .map(Prediction::name)
                .distinct()
                .toList();
    }

    private static Region.Agreement agreement(LiteratureRule rule, List<String> best) {
        return best.isEmpty() || rule.recommends().isEmpty()
                ? Region.Agreement.OPEN
                : best.contains(rule.recommends().get()) ? Region.Agreement.AGREES : Region.Agreement.DIFFERS;
    }

    /** Returns the point at these places of the axes. */
    public Region at(int bytes, int connections, int cpu) {
        return regions.get((bytes * axes.connections().size() + connections)
                        * axes.cpuSeconds().size()
                + cpu);
    }
}
