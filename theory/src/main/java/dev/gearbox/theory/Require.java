package dev.gearbox.theory;

/** Argument checks that the formulas share; each message says in one line what is wrong and what is possible. */
final class Require {
    private Require() {}

    static void positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range: above 0, and finite");
        }
    }

    static void notNegative(String name, double value) {
        if (!(value >= 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range: 0 or more, and finite");
        }
    }

    static void atLeast(String name, long value, long least) {
        if (value < least) {
            throw new IllegalArgumentException(name + ": " + value + " is too few: at least " + least);
        }
    }

    /** A share that may be 0, but not 1. */
    static void belowOne(String name, double value) {
        if (!(value >= 0 && value < 1)) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range: from 0 to below 1");
        }
    }

    /** A share that may be 1, but not 0. */
    static void share(String name, double value) {
        if (!(value > 0 && value <= 1)) {
            throw new IllegalArgumentException(name + ": " + value + " is out of range: above 0, at most 1");
        }
    }
}
