package dev.gearbox.lab.load;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;
import dev.gearbox.lab.fork.MeasuredSlice;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.ToDoubleBiFunction;
import org.HdrHistogram.Histogram;

/**
 * A server with one worker and a fixed service time, under Poisson arrivals (M/D/1), in simulated time. While another program has its core, it does nothing;
 * the lab sees how long that was, and nothing else.
 */
final class SyntheticServer implements CapacitySearch.Trials {
    private static final double LEAD = 0.1;
    private static final double BETWEEN = 0.08;

    /** A step in which the other program either runs or does not, in seconds. */
    private static final double STEP = 0.001;

    private final double service;
    private final ToDoubleBiFunction<Double, Double> stolen;
    private final Random random;
    private double now;

    /**
     * @param service time, in seconds
     * @param stolen the share of a time in which another program has the core
     */
    SyntheticServer(double service, ToDoubleBiFunction<Double, Double> stolen, long seed) {
        this.service = service;
        this.stolen = stolen;
        random = new Random(seed);
    }

    double now() {
        return now;
    }

    void rest(double seconds) {
        now += seconds;
    }

    @Override
    public CapacitySearch.Burst flatOut(double leadSeconds, double windowSeconds) {
        now += leadSeconds;
        double share = stolen.applyAsDouble(now, now + windowSeconds);
        now += windowSeconds + BETWEEN;
        return new CapacitySearch.Burst((1 - share) / service * (0.97 + 0.02 * random.nextGaussian()), share > 0.02);
    }

    @Override
    public MeasuredSlice at(double perSecond, int number, double seconds) {
        double opens = now + LEAD;
        double closes = opens + seconds;
        Histogram response = new Histogram(3);
        double free = now;
        double lost = 0;
        double known = now;
        long offered = 0;
        long answered = 0;
        double at = now + gap(perSecond);
        while (at < closes) {
            free = Math.max(free, at);
            double work = service;
            while (work > 0) {
                if (free >= known) {
                    // the core of the next step
                    double taken = stolen.applyAsDouble(known, known + STEP);
                    lost += taken * STEP;
                    known += STEP;
                    if (taken > 0.5) {
                        free = known;
                    }
                } else {
                    double step = Math.min(work, known - free);
                    work -= step;
                    free += step;
                }
            }
            if (at >= opens) {
                offered++;
                response.recordValue(Math.max(1, Math.round(1e9 * (free - at))));
                if (free < closes) {
                    answered++;
                }
            } else if (free >= opens && free < closes) {
                answered++;
            }
            at += gap(perSecond);
        }
        while (known < closes) {
            lost += stolen.applyAsDouble(known, known + STEP) * STEP;
            known += STEP;
        }
        double steal = lost / (LEAD + seconds);
        now = Math.max(known, closes) + BETWEEN;
        Map<TimeHistograms.Kind, Histogram> kinds = new EnumMap<>(TimeHistograms.Kind.class);
        kinds.put(TimeHistograms.Kind.RESPONSE, response);
        return new MeasuredSlice(
                new Slice(
                        1,
                        1,
                        0,
                        number,
                        "arm",
                        number,
                        Instant.EPOCH,
                        new Slice.Requests(
                                seconds, offered / seconds, answered / seconds, answered, 0, 0, 0, 0, 10, 0, Map.of()),
                        new Slice.ResourceUse(1, 1, null, null, null, null, null, 1, 1),
                        new Slice.Disturbance(0, steal, 0),
                        new Slice.GeneratorLag(true, List.of(), 1, 20, 0.3, 0)),
                new TimeHistograms(kinds));
    }

    private double gap(double perSecond) {
        return -Math.log(1 - random.nextDouble()) / perSecond;
    }

    /** Returns the highest rate at which a quantile of the times stays within a limit, from a long run of the queue on its own. */
    static double capacity(double service, double limit, double quantile) {
        double low = 0.5 / service;
        double high = 1 / service;
        for (int i = 0; i < 12; i++) {
            double middle = (low + high) / 2;
            if (quantile(service, middle, quantile) > limit) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return (low + high) / 2;
    }

    /** Lindley's recursion: what a request waits for is the work that is left of those before it. */
    private static double quantile(double service, double perSecond, double quantile) {
        Random random = new Random(7);
        Histogram response = new Histogram(3);
        double wait = 0;
        for (int request = 0; request < 400_000; request++) {
            response.recordValue(Math.round(1e9 * (wait + service)));
            wait = Math.max(0, wait + service + Math.log(1 - random.nextDouble()) / perSecond);
        }
        return response.getValueAtPercentile(100 * quantile) / 1e9;
    }
}
