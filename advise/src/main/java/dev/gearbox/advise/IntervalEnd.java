package dev.gearbox.advise;

import dev.gearbox.advise.calibration.Range;

/** Which end of each interval a prediction takes. All costs at the same end: their errors have common causes, and the interval shall rather be too wide. */
enum IntervalEnd {
    LOW,
    VALUE,
    HIGH;

    double of(Range range) {
        return switch (this) {
            case LOW -> range.low();
            case VALUE -> range.value();
            case HIGH -> range.high();
        };
    }
}
