package dev.gearbox.advise.trial;

import dev.gearbox.advise.DescribedWorkload;
import dev.gearbox.advise.Prediction;
import dev.gearbox.advise.calibration.Range;
import dev.gearbox.evidence.analysis.Figure;
import dev.gearbox.evidence.analysis.Metric;
import java.util.Locale;

/** What is both predicted and measured of an engine, in one unit. */
public enum PredictedQuantity {
    /** Processor time of a request, with the application's. */
    CPU("CPU per request", "µs", Metric.CPU, 1),
    P50("p50", "ms", Metric.P50, 1e-3),
    P99("p99", "ms", Metric.P99, 1e-3),
    /** Resident memory of the process. */
    MEMORY("memory", "MiB", Metric.RESIDENT, 1);

    private static final double MICROS = 1e6;
    private static final double MILLIS = 1e3;
    private static final double MIB = 1 << 20;

    private final String caption;
    private final String unit;
    private final Metric metric;
    private final double toUnit;

    PredictedQuantity(String caption, String unit, Metric metric, double toUnit) {
        this.caption = caption;
        this.unit = unit;
        this.metric = metric;
        this.toUnit = toUnit;
    }

    /** Returns the name for users. */
    public String caption() {
        return caption;
    }

    /** Returns the unit of both figures. */
    public String unit() {
        return unit;
    }

    /** Returns the key in files. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Returns what measures it. */
    public Metric metric() {
        return metric;
    }

    /** Returns the prediction in this unit. */
    public Range predicted(Prediction prediction, DescribedWorkload workload) {
        return switch (this) {
            case CPU -> prediction.cores().map(cores -> cores / workload.rate() * MICROS);
            case P50 -> prediction.p50Seconds().map(seconds -> seconds * MILLIS);
            case P99 -> prediction.p99Seconds().map(seconds -> seconds * MILLIS);
            case MEMORY -> prediction.memoryBytes().map(bytes -> bytes / MIB);
        };
    }

    /** Returns a figure of the metric in this unit. */
    public Figure measured(Figure figure) {
        return new Figure(figure.value() * toUnit, figure.low() * toUnit, figure.high() * toUnit, figure.forks());
    }
}
