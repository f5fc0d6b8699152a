package dev.gearbox.origin;

import java.time.Duration;
import org.apache.commons.rng.UniformRandomProvider;
import org.apache.commons.rng.sampling.distribution.LogNormalSampler;
import org.apache.commons.rng.sampling.distribution.ZigguratSampler;
import org.apache.commons.rng.simple.RandomSource;

/** The delay from a request to the begin of its answer: always the same for the same path and seed. {@code toString} describes it in words. */
public sealed interface Delay {
    /** The largest delay, whatever the distribution gives. */
    Duration MOST = Duration.ofHours(1);

    /** Returns the delay for a path. */
    Duration of(String path, long seed);

    /** A constant delay. */
    record Constant(Duration time) implements Delay {
        @Override
        public Duration of(String path, long seed) {
            return time;
        }

        @Override
        public String toString() {
            return time.isZero() ? "no delay" : "a delay of " + Units.words(time);
        }
    }

    /** A delay that is uniformly distributed. */
    record Uniform(Duration least, Duration most) implements Delay {
        public Uniform {
            if (least.compareTo(most) > 0) {
                throw new IllegalArgumentException("\"uniform:" + least.toMillis() + "ms-" + most.toMillis()
                        + "ms\" is not valid: the shorter time comes first");
            }
        }

        @Override
        public Duration of(String path, long seed) {
            long span = most.toNanos() - least.toNanos();
            return least.plusNanos((long) (SeededChance.share(path, seed, SeededChance.DELAY) * span));
        }

        @Override
        public String toString() {
            return "a delay of " + Units.words(least) + " to " + Units.words(most);
        }
    }

    /** An exponentially distributed delay, by its mean. */
    record Exponential(Duration mean) implements Delay {
        @Override
        public Duration of(String path, long seed) {
            return bounded(ZigguratSampler.Exponential.of(random(path, seed), (double) mean.toNanos())
                    .sample());
        }

        @Override
        public String toString() {
            return "an exponential delay, " + Units.words(mean) + " on average";
        }
    }

    /**
     * A delay with a long tail, as in real services.
     *
     * @param median half of the delays are shorter
     * @param sigma of the logarithm, above 0 to 4: with 0.5 the 99th percentile is 3.2 times the median
     */
    record LogNormal(Duration median, double sigma) implements Delay {
        public LogNormal {
            if (!(sigma > 0 && sigma <= 4) || median.isZero()) {
                throw new IllegalArgumentException("a lognormal delay takes a median above 0 and a sigma above 0 to 4");
            }
        }

        @Override
        public Duration of(String path, long seed) {
            UniformRandomProvider random = random(path, seed);
            return bounded(LogNormalSampler.of(
                            ZigguratSampler.NormalizedGaussian.of(random), Math.log((double) median.toNanos()), sigma)
                    .sample());
        }

        @Override
        public String toString() {
            return "a lognormal delay, median " + Units.words(median) + ", sigma " + sigma;
        }
    }

    /**
     * One delay for most requests and another for a share of them, as with a service that is slow now and then.
     *
     * @param share of the requests that take the second one, from 0 to 1
     */
    record Bimodal(Duration usual, Duration other, double share) implements Delay {
        @Override
        public Duration of(String path, long seed) {
            return SeededChance.share(path, seed, SeededChance.DELAY) < share ? other : usual;
        }

        @Override
        public String toString() {
            return "a delay of " + Units.words(usual) + ", of " + Units.words(other) + " for " + 100 * share + " %";
        }
    }

    private static UniformRandomProvider random(String path, long seed) {
        return RandomSource.SPLIT_MIX_64.create(SeededChance.bits(path, seed, SeededChance.DELAY));
    }

    private static Duration bounded(double nanos) {
        return Duration.ofNanos((long) Math.min(nanos, (double) MOST.toNanos()));
    }

    /**
     * Parses {@code 300ms}, {@code uniform:200ms-400ms}, {@code exponential:300ms} (its mean), {@code lognormal:300ms:0.5} (median, sigma),
     * {@code bimodal:20ms:400ms:5%} (most requests, the others, their share).
     *
     * @throws IllegalArgumentException with the expected forms
     */
    static Delay parse(String text) {
        String[] parts = text.split(":", -1);
        if (parts.length == 1) {
            return new Constant(Units.time(text));
        }
        String[] range = parts[1].split("-", -1);
        if (parts[0].equals("uniform") && parts.length == 2 && range.length == 2) {
            return new Uniform(Units.time(range[0]), Units.time(range[1]));
        }
        if (parts[0].equals("exponential") && parts.length == 2) {
            return new Exponential(Units.time(parts[1]));
        }
        if (parts[0].equals("lognormal") && parts.length == 3 && parts[2].matches("[0-9.]{1,6}")) {
            return new LogNormal(Units.time(parts[1]), Double.parseDouble(parts[2]));
        }
        if (parts[0].equals("bimodal") && parts.length == 4) {
            return new Bimodal(Units.time(parts[1]), Units.time(parts[2]), Units.share(parts[3]));
        }
        throw new IllegalArgumentException("\"" + text + "\" is not valid. Expected 300ms, uniform:200ms-400ms, "
                + "exponential:300ms, lognormal:300ms:0.5 or bimodal:20ms:400ms:5%");
    }
}
