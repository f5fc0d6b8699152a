package dev.gearbox.cli.serve;

import java.io.IOException;

/** What came over a control socket is not what may be said there; the message is for whoever said it. */
final class ControlException extends IOException {
    private static final long serialVersionUID = 1;

    ControlException(String message) {
        super(message);
    }
}
