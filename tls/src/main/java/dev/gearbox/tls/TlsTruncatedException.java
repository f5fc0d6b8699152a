package dev.gearbox.tls;

import javax.net.ssl.SSLException;

/** The peer's bytes ended without its close_notify: an error of the peer, or a truncation attack. What was received is authentic but may be incomplete. */
public final class TlsTruncatedException extends SSLException {
    private static final long serialVersionUID = 1;

    TlsTruncatedException() {
        super("the connection ended without the peer's close_notify: more may have been sent");
    }
}
