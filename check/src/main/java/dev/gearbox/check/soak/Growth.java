package dev.gearbox.check.soak;

import dev.gearbox.stats.Interval;
import dev.gearbox.stats.Slope;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The growth of a resource from the end of the warm-up to the end of the soak.
 *
 * @param first the mean of the first block of readings, in the resource's unit
 * @param last the mean of the last block
 * @param total the slope of all readings times the time between the first and the last one: the growth, with 95 % confidence
 * @param hours between the first and the last reading
 * @param settled whether the warm-up was long enough for this resource
 */
public record Growth(Resource resource, double first, double last, Interval total, double hours, boolean settled) {
    private static final double CONFIDENCE = 0.95;
    /** The number of blocks, if there are two readings for each: few enough that adjacent blocks are nearly independent. */
    private static final int BLOCKS = 12;

    private static final int FEWEST = 4;
    /** A JVM that is not warm yet grows by less than this many marks. */
    private static final int UNSETTLED = 10;

    /** The conclusion. */
    public enum GrowthVerdict {
        FLAT,
        GROWS,
        /** The interval is wider than the mark, or the warm-up was too short: it may or may not grow. A longer soak decides it. */
        TOO_SHORT_TO_TELL
    }

    /** The values at one moment. */
    record Reading(double hours, Map<Resource, Double> values) {
        Reading {
            values = Map.copyOf(values);
        }

        double of(Resource resource) {
            return values.getOrDefault(resource, 0.0);
        }
    }

    /** Empty if there are too few readings for a conclusion. */
    static Optional<Growth> of(Resource resource, List<Reading> readings, boolean settled) {
        if (readings.size() < FEWEST) {
            return Optional.empty();
        }
        double[] hours = readings.stream().mapToDouble(Reading::hours).toArray();
        double[] values =
                readings.stream().mapToDouble(reading -> reading.of(resource)).toArray();
        double span = hours[hours.length - 1] - hours[0];
        int blocks = Math.clamp(readings.size() / 2, FEWEST, BLOCKS);
        Interval total = Slope.of(hours, values, blocks).interval(CONFIDENCE).map(slope -> slope * span);
        int block = readings.size() / blocks;
        return Optional.of(new Growth(
                resource,
                mean(values, 0, block),
                mean(values, values.length - block, values.length),
                total,
                span,
                settled));
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int index = from; index < to; index++) {
            sum += values[index];
        }
        return sum / (to - from);
    }

    /** It grows if the whole interval is above the mark, after a short warm-up far above it; it is flat if none of the interval is above. */
    public GrowthVerdict verdict() {
        if (total.high() <= resource.mark()) {
            return GrowthVerdict.FLAT;
        }
        double mark = settled ? resource.mark() : UNSETTLED * resource.mark();
        return total.low() > mark ? GrowthVerdict.GROWS : GrowthVerdict.TOO_SHORT_TO_TELL;
    }
}
