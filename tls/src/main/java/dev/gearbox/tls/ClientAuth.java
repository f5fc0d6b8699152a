package dev.gearbox.tls;

/** Whether a server asks its clients for a certificate. */
public enum ClientAuth {
    /** Clients are not asked. */
    NONE,
    /** Clients are asked, and accepted without one; a certificate that is not trusted fails the handshake. */
    WANT,
    /** Clients are asked, and refused without a trusted one. */
    NEED
}
