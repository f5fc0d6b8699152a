package dev.gearbox.engines.linux.uring;

import java.util.List;

/**
 * Runs {@link UringScript} on simulated kernels: {@code SimulatedKernelMain SEED COUNT SEARCH...}. Prints PASS, or FAIL and what happened, for each search.
 */
public final class SimulatedKernelMain {
    static final String ANY = "a kernel that does whatever a kernel may";
    static final String LOSING_RESETS = "a kernel that misses a reset behind bytes";

    static final List<String> SEARCHES = List.of(ANY, LOSING_RESETS);
    private static final int STEPS = 2_000;

    private SimulatedKernelMain() {}

    /** See the class comment. */
    public static void main(String[] args) {
        long seed = Long.parseLong(args[0]);
        int count = Integer.parseInt(args[1]);
        boolean passed = true;
        for (String search : List.of(args).subList(2, args.length)) {
            boolean found = false;
            try {
                for (int number = 0; number < count; number++) {
                    SimulatedKernel kernel = new SimulatedKernel(seed + number, search.equals(LOSING_RESETS));
                    SimulatedKernelTest.run(seed + number, STEPS, kernel);
                }
            } catch (Throwable failure) {
                found = true;
                failure.printStackTrace();
            }
            System.out.println((found ? "FAIL " : "PASS ") + search + "\t");
            passed &= !found;
        }
        // A defect may have left a loop that does not end.
        Runtime.getRuntime().halt(passed ? 0 : 1);
    }
}
