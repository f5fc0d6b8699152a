package dev.gearbox.protocols.time;

import dev.gearbox.core.CloseCause;
import java.net.SocketTimeoutException;

/** Nothing was received and nothing was sent for the time of {@link TimeoutOptions#idle()}. The cause with which such a connection is closed. */
public final class IdleTimeoutException extends SocketTimeoutException implements CloseCause.Known {
    private static final long serialVersionUID = 1;

    IdleTimeoutException(String message) {
        super(message);
    }

    @Override
    public CloseCause closeCause() {
        return CloseCause.IDLE_TIMEOUT;
    }
}
