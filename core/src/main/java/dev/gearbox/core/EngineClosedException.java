package dev.gearbox.core;

import java.io.IOException;

/** The engine was closed while the connection was open, with no grace period or at its end. */
public final class EngineClosedException extends IOException {
    private static final long serialVersionUID = 1;

    public EngineClosedException(String message) {
        super(message);
    }
}
