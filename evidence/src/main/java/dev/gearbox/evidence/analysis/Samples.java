package dev.gearbox.evidence.analysis;

import dev.gearbox.evidence.Arm;
import dev.gearbox.evidence.Experiment;
import dev.gearbox.stats.Estimate;
import dev.gearbox.stats.PairedBlocks;
import dev.gearbox.stats.TrimmedMean;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;

/**
 * The valid values of one metric, and the estimates for one arm and for two arms: by block, then a 20 % trimmed mean for each fork, then Student's t over
 * forks. Blocks of a fork never count as independent repetitions.
 *
 * @param metric which
 * @param values by arm, fork and block; NaN where unknown. A metric of whole forks has one block per fork
 * @param least the minimum number of blocks of an arm in a fork
 */
public record Samples(Metric metric, Map<String, double[][]> values, int least) {

    /** Collects the values; an arm without a value in any fork is left out. Empty if no arm has a value. */
    static Optional<Samples> of(Metric metric, BlockFilter filter, Experiment experiment) {
        boolean bySlice = SliceValue.known(metric);
        Map<String, double[][]> values = new LinkedHashMap<>();
        for (Arm arm : experiment.arms()) {
            String label = arm.label();
            double[][] ofArm = filter.forks().stream()
                    .map(fork -> bySlice
                            ? ofBlocks(metric, fork, label)
                            : new double[] {
                                present(fork, label, experiment) ? ForkValue.of(metric, fork, label) : Double.NaN
                            })
                    .toArray(double[][]::new);
            boolean barred = filter.forks().stream().anyMatch(fork -> ForkValue.bars(metric, fork, label));
            if (!barred && Arrays.stream(ofArm).flatMapToDouble(Arrays::stream).anyMatch(v -> !Double.isNaN(v))) {
                values.put(label, ofArm);
            }
        }
        Samples samples = new Samples(metric, values, bySlice ? BlockFilter.least(experiment.design()) : 1);
        values.keySet().removeIf(arm -> !samples.level(arm).known());
        boolean anything = values.values().stream()
                .flatMap(Arrays::stream)
                .flatMapToDouble(Arrays::stream)
                .anyMatch(value -> value > 0);
        return values.isEmpty() || (!anything && metric.absent()) ? Optional.empty() : Optional.of(samples);
    }

    /** Returns the value of an arm. */
    Effect level(String arm) {
        double[][] ofArm = of(arm);
        boolean logarithmic = positive(ofArm);
        return new Effect(Estimate.of(perFork(ofArm, logarithmic ? Math::log : value -> value)), logarithmic);
    }

    /**
     * Returns how much higher {@code arm} is than {@code other}. If a block has a zero but no fork is zero on average, the ratio is that of the forks'
     * means; if a fork is zero on average, there is no ratio, and the result is a difference of values.
     */
    Effect contrast(String arm, String other) {
        double[][] a = of(arm);
        double[][] b = of(other);
        if (positive(a) && positive(b)) {
            return new Effect(PairedBlocks.of(logs(b), logs(a), least).estimate(), true);
        }
        List<Double> ratios = new ArrayList<>();
        List<Double> differences = new ArrayList<>();
        for (int fork = 0; fork < a.length; fork++) {
            double[][] pairs = pairs(a[fork], b[fork]);
            if (pairs[0].length >= least) {
                double ofA = TrimmedMean.of(pairs[0], TrimmedMean.SHARE);
                double ofB = TrimmedMean.of(pairs[1], TrimmedMean.SHARE);
                ratios.add(ofA > 0 && ofB > 0 ? Math.log(ofA) - Math.log(ofB) : Double.NaN);
                differences.add(ofA - ofB);
            }
        }
        boolean logarithmic = ratios.stream().noneMatch(value -> value.isNaN());
        return new Effect(
                Estimate.of((logarithmic ? ratios : differences)
                        .stream().mapToDouble(Double::doubleValue).toArray()),
                logarithmic);
    }

    /** Returns whether an arm is so close to zero that a ratio to it would consist of rounding errors. */
    boolean nearlyZero(String arm) {
        return Arrays.stream(perFork(of(arm), value -> value)).allMatch(value -> value < metric.negligible());
    }

    private double[][] of(String arm) {
        double[][] known = values.get(arm);
        if (known == null) {
            throw new IllegalArgumentException(arm + " has no " + metric.caption());
        }
        return known;
    }

    private double[] perFork(double[][] ofArm, DoubleUnaryOperator scale) {
        return Arrays.stream(ofArm)
                .map(blocks -> Arrays.stream(blocks)
                        .filter(value -> !Double.isNaN(value))
                        .map(scale)
                        .toArray())
                .filter(blocks -> blocks.length >= least)
                .mapToDouble(blocks -> TrimmedMean.of(blocks, TrimmedMean.SHARE))
                .toArray();
    }

    private static double[] ofBlocks(Metric metric, BlockFilter.Kept fork, String arm) {
        return fork.blocks().stream()
                .map(block -> block.get(arm))
                .mapToDouble(slice -> slice == null
                        ? Double.NaN
                        : SliceValue.of(metric, slice, fork.fork().times(slice)))
                .toArray();
    }

    /** Returns whether an arm has enough blocks in a fork for metrics of the whole fork. */
    private static boolean present(BlockFilter.Kept fork, String arm, Experiment experiment) {
        return fork.of(arm).size() >= BlockFilter.least(experiment.design());
    }

    private static boolean positive(double[][] ofArm) {
        return Arrays.stream(ofArm).flatMapToDouble(Arrays::stream).allMatch(value -> Double.isNaN(value) || value > 0);
    }

    private static double[][] logs(double[][] ofArm) {
        return Arrays.stream(ofArm)
                .map(blocks -> Arrays.stream(blocks).map(Math::log).toArray())
                .toArray(double[][]::new);
    }

    private static double[][] pairs(double[] a, double[] b) {
        int[] both = java.util.stream.IntStream.range(0, a.length)
                .filter(block -> !Double.isNaN(a[block]) && !Double.isNaN(b[block]))
                .toArray();
        return new double[][] {
            Arrays.stream(both).mapToDouble(block -> a[block]).toArray(),
            Arrays.stream(both).mapToDouble(block -> b[block]).toArray()
        };
    }
}
