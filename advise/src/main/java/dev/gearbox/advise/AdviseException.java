package dev.gearbox.advise;

/** A workload or a calibration that cannot be used, for a reason that the user can fix: what, why, what to do, in one line. */
public final class AdviseException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public AdviseException(String line) {
        super(line);
    }

    public AdviseException(String line, Throwable cause) {
        super(line, cause);
    }
}
