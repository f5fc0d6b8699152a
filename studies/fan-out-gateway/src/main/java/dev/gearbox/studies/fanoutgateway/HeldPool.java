package dev.gearbox.studies.fanoutgateway;

import dev.gearbox.evidence.ArmBound;
import dev.gearbox.lab.workload.Cell;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.theory.BoundedPool;
import dev.gearbox.theory.ClosedLoop;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A pool whose places a request holds while it waits for services.
 *
 * @param what its places are
 * @param size their number
 * @param heldSeconds how long a request holds a place, or several places together
 */
record HeldPool(String what, int size, double heldSeconds) {
    private double capacity() {
        return new BoundedPool(size, heldSeconds).highestRate();
    }

    private String words() {
        return size + " " + what + ", held for " + millis(heldSeconds) + " ms by a request";
    }

    /**
     * Returns the bound of a row: its floor, and the capacity of the tightest of its pools.
     *
     * @param floor the shortest answer, in seconds
     * @param waiting what the floor is, in words
     * @param pools those that requests hold for any time; none: nothing is limited
     */
    static ArmBound bound(Cell cell, double floor, String waiting, List<HeldPool> pools) {
        return pools.stream()
                .filter(pool -> pool.heldSeconds > 0)
                .min(Comparator.comparingDouble(HeldPool::capacity))
                .map(pool -> new ArmBound(
                        floor * 1e3,
                        pool.capacity(),
                        waiting + "; " + pool.words(),
                        asked(cell.arrivals(), floor) > pool.capacity() * (1 + 1e-9)))
                .orElseGet(() -> new ArmBound(floor * 1e3, null, waiting, false));
    }

    /** Returns the requests per second that the load asks for; in a closed loop those that its users would make of a gateway at its floor. */
    private static double asked(Arrivals arrivals, double floor) {
        return switch (arrivals) {
            case Arrivals.Closed(int users) -> new ClosedLoop(users, 0).rate(floor);
            case Arrivals.Constant(double perSecond, int _, double _) -> perSecond;
            case Arrivals.Poisson(double perSecond, int _, double _) -> perSecond;
            case Arrivals.Bursts(double perSecond, int _, int _) -> perSecond;
        };
    }

    private static String millis(double seconds) {
        return String.format(Locale.ROOT, "%.0f", seconds * 1e3);
    }
}
