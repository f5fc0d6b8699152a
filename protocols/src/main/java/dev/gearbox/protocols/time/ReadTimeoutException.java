package dev.gearbox.protocols.time;

import dev.gearbox.core.CloseCause;
import java.net.SocketTimeoutException;

/** Nothing was received, although the engine was reading, for the time of {@link TimeoutOptions#read()}. The cause with which such a connection is closed. */
public final class ReadTimeoutException extends SocketTimeoutException implements CloseCause.Known {
    private static final long serialVersionUID = 1;

    ReadTimeoutException(String message) {
        super(message);
    }

    @Override
    public CloseCause closeCause() {
        return CloseCause.READ_TIMEOUT;
    }
}
