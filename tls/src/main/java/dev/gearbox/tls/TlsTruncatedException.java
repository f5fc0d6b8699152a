package dev.gearbox.tls;

import javax.net.ssl.SSLException;

/**
 * The peer's bytes ended without its close_notify: by the peer's mistake, or because somebody between cut them off. What was received is
 * authentic, and perhaps not all.
 */
public final class TlsTruncatedException extends SSLException {
    private static final long serialVersionUID = 1;

    TlsTruncatedException() {
        super("the connection ended without the peer's close_notify: more may have been sent");
    }
}
