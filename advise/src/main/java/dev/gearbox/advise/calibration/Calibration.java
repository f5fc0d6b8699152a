package dev.gearbox.advise.calibration;

import dev.gearbox.data.UnknownNames;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The costs of one machine.
 *
 * @param format {@value #FORMAT}
 * @param measured the date and time
 * @param machine on which
 * @param costs an interval for each {@link UnitCost}, by key
 */
public record Calibration(int format, String measured, Fingerprint machine, Map<String, Range> costs) {
    static final int FORMAT = 1;

    /** Checks that each cost is there. */
    public Calibration {
        if (format != FORMAT) {
            throw new IllegalArgumentException(
                    "format: " + format + " is not known here: " + FORMAT + ". Calibrate again: gearbox calibrate");
        }
        List<String> known = Arrays.stream(UnitCost.values()).map(UnitCost::key).toList();
        for (String key : costs.keySet()) {
            if (UnitCost.of(key).isEmpty()) {
                throw new IllegalArgumentException(UnknownNames.unknown("cost", key, known));
            }
        }
        for (String key : known) {
            if (!costs.containsKey(key)) {
                throw new IllegalArgumentException(
                        "the cost " + key + " is missing. Calibrate again: gearbox calibrate");
            }
        }
        costs = Map.copyOf(costs);
    }

    /** The record of a measurement. */
    public static Calibration of(String measured, Fingerprint machine, Map<UnitCost, Range> costs) {
        Map<String, Range> byKey = new LinkedHashMap<>();
        new EnumMap<>(costs).forEach((cost, range) -> byKey.put(cost.key(), range));
        return new Calibration(FORMAT, measured, machine, byKey);
    }

    /** Returns the interval of a cost. */
    public Range range(UnitCost cost) {
        Range range = costs.get(cost.key());
        if (range == null) {
            throw new IllegalStateException(cost.key());
        }
        return range;
    }

    /** Returns the date of the measurement. */
    public String date() {
        return measured.length() > 10 ? measured.substring(0, 10) : measured;
    }
}
