package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Calibration;
import dev.gearbox.advise.calibration.Costs;
import dev.gearbox.advise.calibration.Fingerprint;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.advise.calibration.UnitCost;
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
        Map<UnitCost, Range> costs = new EnumMap<>(UnitCost.class);
        put(costs, UnitCost.ACCEPT, 5 * us, spread);
        put(costs, UnitCost.READ, 1 * us, spread);
        put(costs, UnitCost.WRITE, 3 * us, spread);
        put(costs, UnitCost.BYTE, 1e-10, spread);
        put(costs, UnitCost.READY, 0.1 * us, spread);
        put(costs, UnitCost.SELECT, 4 * us, spread);
        put(costs, UnitCost.BLOCK, 4 * us, spread);
        put(costs, UnitCost.BLOCK_BUSY, 1 * us, spread);
        put(costs, UnitCost.VIRTUAL_MOUNT, 10 * us, spread);
        put(costs, UnitCost.VIRTUAL_MOUNT_BUSY, 2 * us, spread);
        put(costs, UnitCost.HAND_OVER, 5 * us, spread);
        put(costs, UnitCost.THREAD_SWITCH, 3 * us, spread);
        put(costs, UnitCost.THREAD_CREATION, 50 * us, spread);
        put(costs, UnitCost.WAKE_UP, 10 * us, spread);
        put(costs, UnitCost.SHORT_IDLE_CORE, 4 * us, spread);
        put(costs, UnitCost.SHORT_IDLE_DELAY, 6 * us, spread);
        put(costs, UnitCost.SLEEP, 8 * us, spread);
        put(costs, UnitCost.VIRTUAL_SLEEP, 12 * us, spread);
        put(costs, UnitCost.SLEEP_DELAY, 60 * us, spread);
        put(costs, UnitCost.IDLE_CORE, 10 * us, spread);
        put(costs, UnitCost.IDLE_DELAY, 20 * us, spread);
        put(costs, UnitCost.TAIL_DELAY, 100 * us, spread);
        put(costs, UnitCost.BACKGROUND, 0.001, spread);
        put(costs, UnitCost.CONNECTION_MEMORY, 1500, spread);
        put(costs, UnitCost.THREAD_MEMORY, 30_000, spread);
        put(costs, UnitCost.VIRTUAL_MEMORY, 6000, spread);
        return Calibration.of("2026-11-25T21:00:00Z", MACHINE, costs);
    }

    private static void put(Map<UnitCost, Range> costs, UnitCost cost, double value, double spread) {
        costs.put(cost, new Range(value / spread, value, value * spread));
    }

    public static Costs exact() {
        return new Costs(calibration(1), Costs.Basis.HERE, List.of());
    }

    static Costs wide() {
        return new Costs(calibration(2), Costs.Basis.HERE, List.of());
    }
}
