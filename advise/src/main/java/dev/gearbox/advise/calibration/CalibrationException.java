package dev.gearbox.advise.calibration;

/** A calibration that cannot be used: what, why, what to do, in one line. */
public final class CalibrationException extends RuntimeException {
    private static final long serialVersionUID = 1;

    public CalibrationException(String line) {
        super(line);
    }

    public CalibrationException(String line, Throwable cause) {
        super(line, cause);
    }
}
