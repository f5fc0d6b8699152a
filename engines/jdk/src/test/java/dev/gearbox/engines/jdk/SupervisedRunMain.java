package dev.gearbox.engines.jdk;

import java.util.List;
import java.util.logging.Level;
import java.util.logging.Logger;

/**
 * Plays {@link SupervisedRun}: {@code SupervisedRunMain SEED COUNT}, in a virtual machine whose sockets are simulated. The first ones twice, for the same
 * seed has to do the same. Says PASS, or FAIL and what happened.
 */
public final class SupervisedRunMain {
    static final String SEARCH = "supervised loops, taken away in callbacks";
    private static final int TWICE = 20;
    /** Kept, or its level would be forgotten. */
    private static final Logger LOG = Logger.getLogger("dev.gearbox");

    private SupervisedRunMain() {}

    /** Plays; see the class. */
    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        // What a supervisor has to say is expected here.
        LOG.setLevel(Level.OFF);
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
