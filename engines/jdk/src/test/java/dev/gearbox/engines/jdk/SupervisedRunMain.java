package dev.gearbox.engines.jdk;

import java.util.List;

/**
 * Runs {@link SupervisedRun}: {@code SupervisedRunMain SEED COUNT}, in a JVM whose sockets are simulated. The first seeds run twice, since the same seed has to
 * do the same. Prints PASS, or FAIL and what happened.
 */
public final class SupervisedRunMain {
    static final String SEARCH = "supervised loops, taken away in callbacks";
    private static final int TWICE = 20;

    private SupervisedRunMain() {}

    /** See the class comment. */
    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        boolean passed = true;
        try {
            for (int number = 0; number < count; number++) {
                List<String> trace = SupervisedRun.play(seed + number);
                if (number < TWICE && !trace.equals(SupervisedRun.play(seed + number))) {
                    throw new AssertionError("seed " + (seed + number) + " does not replay");
                }
            }
        } catch (Throwable failure) {
            passed = false;
            failure.printStackTrace();
        }
        System.out.println((passed ? "PASS " : "FAIL ") + SEARCH + "\t");
        Runtime.getRuntime().halt(passed ? 0 : 1);
    }
}
