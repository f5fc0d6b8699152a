package dev.gearbox.theory.simulate;

import java.util.random.RandomGenerator;

/** A distribution of times, in seconds. */
public sealed interface RandomTime {
    /** No time at all. */
    RandomTime NONE = new Constant(0);

    /** Returns the mean, in seconds. */
    double mean();

    /** Returns the variance, divided by the square of the mean. */
    double squaredVariation();

    /** Returns the next time, in seconds: 0 or more. */
    double draw(RandomGenerator random);

    /** Always the same time. */
    record Constant(double mean) implements RandomTime {
        public Constant {
            check("constant time", mean >= 0 && mean < Double.POSITIVE_INFINITY, mean, "0 or more, and finite");
        }

        @Override
        public double squaredVariation() {
            return 0;
        }

        @Override
        public double draw(RandomGenerator random) {
            return mean;
        }
    }

    /** The time until something that may happen at any moment. */
    record Exponential(double mean) implements RandomTime {
        public Exponential {
            check("mean", mean > 0 && mean < Double.POSITIVE_INFINITY, mean, "above 0, and finite");
        }

        @Override
        public double squaredVariation() {
            return 1;
        }

        @Override
        public double draw(RandomGenerator random) {
            return -mean * StrictMath.log1p(-random.nextDouble());
        }
    }

    /** A time with a long tail, such as that of a database: its logarithm is normal. */
    record LogNormal(double mean, double squaredVariation) implements RandomTime {
        public LogNormal {
            check("mean", mean > 0 && mean < Double.POSITIVE_INFINITY, mean, "above 0, and finite");
            check(
                    "squared variation",
                    squaredVariation >= 0 && squaredVariation < Double.POSITIVE_INFINITY,
                    squaredVariation,
                    "0 or more, and finite");
        }

        @Override
        public double draw(RandomGenerator random) {
            double variance = StrictMath.log1p(squaredVariation);
            return mean * StrictMath.exp(Math.sqrt(variance) * random.nextGaussian() - variance / 2);
        }
    }

    /** One of two times: few requests are heavy, the others are light. */
    record TwoKinds(RandomTime light, RandomTime heavy, double heavyShare) implements RandomTime {
        public TwoKinds {
            check("share of heavy requests", heavyShare >= 0 && heavyShare <= 1, heavyShare, "from 0 to 1");
        }

        @Override
        public double mean() {
            return (1 - heavyShare) * light.mean() + heavyShare * heavy.mean();
        }

        @Override
        public double squaredVariation() {
            double square = (1 - heavyShare) * square(light) + heavyShare * square(heavy);
            return square / (mean() * mean()) - 1;
        }

        private static double square(RandomTime time) {
            return time.mean() * time.mean() * (1 + time.squaredVariation());
        }

        @Override
        public double draw(RandomGenerator random) {
            return random.nextDouble() < heavyShare ? heavy.draw(random) : light.draw(random);
        }
    }

    private static void check(String name, boolean right, double value, String range) {
        if (!right) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range: " + range);
        }
    }
}
