package dev.gearbox.studies.fanoutgateway.style;

import java.lang.System.Logger.Level;

/**
 * Where the reactive frameworks put a failure that comes too late: when two calls fail at once, or one at the deadline, only the first is the reply. By default
 * they report the other on standard error, as a defect.
 */
public final class DroppedFailures {
    private static final System.Logger LOG = System.getLogger("dev.gearbox.gateway");

    private DroppedFailures() {}

    /** Logs such a failure. */
    public static void log(Throwable failure) {
        LOG.log(Level.DEBUG, "a call failed after its request was answered", failure);
    }
}
