package dev.gearbox.protocols.proxy;

import java.io.IOException;

/** A connection without a valid PROXY header, or from an address that may not send one; the message names the peer. */
public final class ProxyException extends IOException {
    private static final long serialVersionUID = 1;

    ProxyException(String message) {
        super(message);
    }
}
