package dev.gearbox.advise.calibration;

import java.util.List;

/**
 * The costs that a prediction is based on, and how far they apply to this machine.
 *
 * @param calibration the figures
 * @param basis where they come from
 * @param differences in what the machine of the figures differs from this one
 */
public record Costs(Calibration calibration, Basis basis, List<String> differences) {
    /** Where costs come from. */
    public enum Basis {
        /** Measured on this machine. */
        HERE,
        /** Measured on another machine, and used because the user asked for it. */
        FOREIGN,
        /** Shipped with Gearbox, because nothing has been measured here. */
        REFERENCE
    }

    /** Copies the list. */
    public Costs {
        differences = List.copyOf(differences);
    }

    /** Returns the interval of a cost. */
    public Range range(UnitCost cost) {
        return calibration.range(cost);
    }

    /** Returns a sentence that says where the costs come from. */
    public String caption() {
        return switch (basis) {
            case HERE -> "Costs measured on this machine, " + calibration.date() + ".";
            case FOREIGN ->
                "Costs measured on another machine (" + String.join(", ", differences) + "), " + calibration.date()
                        + ".";
            case REFERENCE ->
                "This machine is not calibrated: reference costs of another machine ("
                        + calibration.machine().cores() + " cores, " + calibration.date()
                        + ") with wide intervals. Measure yours in about a minute: gearbox calibrate";
        };
    }
}
