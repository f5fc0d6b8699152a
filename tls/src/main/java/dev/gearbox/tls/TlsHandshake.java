package dev.gearbox.tls;

import javax.net.ssl.SSLSession;

/**
 * The result of a handshake.
 *
 * @param session protocol version, cipher suite, certificates of both sides; an {@link javax.net.ssl.ExtendedSSLSession}, which also has the name
 *     that the client requested (SNI). If it was resumed, its creation time is earlier than this connection
 * @param applicationProtocol the protocol that ALPN selected; empty if one side did not use ALPN
 */
public record TlsHandshake(SSLSession session, String applicationProtocol) {}
