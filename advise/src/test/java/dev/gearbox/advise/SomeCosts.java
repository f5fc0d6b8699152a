package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Calibration;
import dev.gearbox.advise.calibration.Cost;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Fingerprint;
import dev.gearbox.advise.calibration.Range;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Costs of an invented machine, in round numbers. */
public final class SomeCosts {
    public static final Fingerprint MACHINE =
            new Fingerprint(2, "test processor", 8000, "Linux amd64", "6.18", "VM 25");

    private SomeCosts() {}

    /**
     * A calibration.
     *
     * @param spread how far the ends of each interval are from its value, as a factor
     */
    public static Calibration calibration(double spread) {
        double us = 1e-6;
        Map<Cost, Range> costs = new EnumMap<>(Cost.class);
        put(costs, Cost.ACCEPT, 5 * us, spread);
        put(costs, Cost.READ, 1 * us, spread);
        put(costs, Cost.WRITE, 3 * us, spread);
        put(costs, Cost.BYTE, 1e-10, spread);
        put(costs, Cost.READY, 0.1 * us, spread);
        put(costs, Cost.SELECT, 4 * us, spread);
        put(costs, Cost.BLOCK, 4 * us, spread);
        put(costs, Cost.VIRTUAL_MOUNT, 10 * us, spread);
        put(costs, Cost.HAND_OVER, 5 * us, spread);
        put(costs, Cost.THREAD_SWITCH, 3 * us, spread);
        put(costs, Cost.THREAD_CREATION, 50 * us, spread);
        put(costs, Cost.WAKE_UP, 10 * us, spread);
        put(costs, Cost.CONNECTION_MEMORY, 1500, spread);
        put(costs, Cost.THREAD_MEMORY, 30_000, spread);
        put(costs, Cost.VIRTUAL_MEMORY, 6000, spread);
        return Calibration.of("2026-11-25T21:00:00Z", MACHINE, costs);
    }

    private static void put(Map<Cost, Range> costs, Cost cost, double value, double spread) {
        costs.put(cost, new Range(value / spread, value, value * spread));
    }

    public static Costs exact() {
        return new Costs(calibration(1), Costs.Basis.HERE, List.of());
    }

    static Costs wide() {
        return new Costs(calibration(2), Costs.Basis.HERE, List.of());
    }
}
