package dev.gearbox.advise.trial;

import dev.gearbox.advise.calibration.Range;
import dev.gearbox.evidence.analysis.Figure;

/**
 * A prediction beside its measurement.
 *
 * @param engine as it was measured
 * @param quantity of which
 * @param predicted before the measurement
 * @param measured with its confidence interval over forks
 */
public record TrialRow(String engine, PredictedQuantity quantity, Range predicted, Figure measured) {
    /** Returns by which share the measured value is above the predicted one: -0.1 is 10 % below. */
    public double error() {
        return measured.value() / predicted.value() - 1;
    }

    /** Returns whether the measured value lies in the predicted interval. */
    public boolean inside() {
        return predicted.low() <= measured.value() && measured.value() <= predicted.high();
    }
}
