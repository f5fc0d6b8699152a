package dev.gearbox.lab.workload;

import java.util.Locale;

/** How long a workload runs: every workload says for each what its warm-up and its measured window are. */
public enum Length {
    /** Seconds: to look, not to claim. */
    QUICK,
    /** As long as the literature ran it. */
    FULL;

    /** The key in a workload file and the word on the command line. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
