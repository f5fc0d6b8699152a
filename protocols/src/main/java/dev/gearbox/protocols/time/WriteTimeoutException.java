package dev.gearbox.protocols.time;

import dev.gearbox.core.CloseCause;
import java.net.SocketTimeoutException;

/** Bytes waited to be sent, and the peer took none of them, for the time of {@link TimeoutOptions#write()}. The cause with which such a connection is closed. */
public final class WriteTimeoutException extends SocketTimeoutException implements CloseCause.Known {
    private static final long serialVersionUID = 1;

    WriteTimeoutException(String message) {
        super(message);
    }

    @Override
    public CloseCause closeCause() {
        return CloseCause.WRITE_TIMEOUT;
    }
}
