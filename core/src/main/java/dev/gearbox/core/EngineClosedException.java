package dev.gearbox.core;

import java.io.IOException;

/** The engine was closed, without grace or after it, while the connection was open. */
public final class EngineClosedException extends IOException {
    private static final long serialVersionUID = 1;

    public EngineClosedException(String message) {
        super(message);
    }
}
