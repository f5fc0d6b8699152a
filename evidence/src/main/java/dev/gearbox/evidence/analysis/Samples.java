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
 * forks. Blocks of a fork never count as independent repetitions. Two arms are compared by the blocks that both have.
 *
 * @param metric which
 * @param filter the blocks that count
 * @param values by arm, fork and block; NaN where unknown. A metric of whole forks has one block per fork
 * @param blocks the minimum number of blocks of an arm in a fork
 */
record Samples(Metric metric, BlockFilter filter, Map<String, double[][]> values, int blocks) {

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
        Samples samples = new Samples(metric, filter, values, BlockFilter.least(experiment.design()));
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
        double[][] a = of(arm, other);
        double[][] b = of(other, arm);
        if (positive(a) && positive(b)) {
            return new Effect(PairedBlocks.of(logs(b), logs(a), least()).estimate(), true);
        }
        List<Double> ratios = new ArrayList<>();
        List<Double> differences = new ArrayList<>();
        for (int fork = 0; fork < a.length; fork++) {
            double[][] pairs = pairs(a[fork], b[fork]);
            if (pairs[0].length >= least()) {
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

    /** Returns the values of an arm from the blocks that both arms have. */
    private double[][] of(String arm, String other) {
        double[][] known = of(arm);
        if (SliceValue.known(metric)) {
            return known; // they are paired block by block
        }
        double[][] paired = new double[known.length][];
        for (int fork = 0; fork < known.length; fork++) {
            BlockFilter.Kept all = filter.forks().get(fork);
            BlockFilter.Kept both = all.both(arm, other);
            if (both.blocks().size() == all.of(arm).size()) {
                paired[fork] = known[fork];
            } else {
                boolean enough = both.blocks().size() >= blocks && !ForkValue.bars(metric, both, arm);
                paired[fork] = new double[] {enough ? ForkValue.of(metric, both, arm) : Double.NaN};
            }
        }
        return paired;
    }

    /** Returns the minimum number of values of an arm in a fork. */
    private int least() {
        return SliceValue.known(metric) ? blocks : 1;
    }

    private double[] perFork(double[][] ofArm, DoubleUnaryOperator scale) {
        return Arrays.stream(ofArm)
                .map(blocks -> Arrays.stream(blocks)
                        .filter(value -> !Double.isNaN(value))
                        .map(scale)
                        .toArray())
                .filter(blocks -> blocks.length >= least())
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
