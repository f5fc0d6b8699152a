package dev.gearbox.cli.serve;

import java.io.IOException;

/** Invalid input on a control socket; the message is sent to the peer. */
final class ControlException extends IOException {
    private static final long serialVersionUID = 1;

    ControlException(String message) {
        super(message);
    }
}
