package dev.gearbox.stats;

/** Argument checks that several classes share; each message says in one line what is wrong. */
final class Preconditions {
    private Preconditions() {}

    static void share(String name, double value) {
        if (!(value > 0 && value < 1)) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range: above 0 and below 1");
        }
    }

    static void atLeast(String name, int value, int least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " is too few: at least " + least);
        }
    }

    static void notNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range: 0 or more, and finite");
        }
    }

    static void finite(String name, double... values) {
        for (int i = 0; i < values.length; i++) {
            if (!Double.isFinite(values[i])) {
                throw new IllegalArgumentException(
                        name + ": value " + i + " is " + values[i] + ", not a finite number");
            }
        }
    }
}
