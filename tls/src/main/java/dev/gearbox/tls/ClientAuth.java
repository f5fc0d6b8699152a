package dev.gearbox.tls;

/** Whether a server asks its clients for a certificate. */
public enum ClientAuth {
    /** It does not. */
    NONE,
    /** It does, and goes on without one; a certificate that it does not trust ends the handshake. */
    WANT,
    /** It does, and a client without one that it trusts is refused. */
    NEED
}
