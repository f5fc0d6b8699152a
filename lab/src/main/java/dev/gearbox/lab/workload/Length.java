package dev.gearbox.lab.workload;

import java.util.Locale;

/** The lengths of a workload: every workload defines its warm-up and its measured window for each. */
public enum Length {
    /** Seconds: for a first impression, not for claims. */
    QUICK,
    /** The durations used in the literature. */
    FULL;

    /** The key in a workload file and the word on the command line. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
