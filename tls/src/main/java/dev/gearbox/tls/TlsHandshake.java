package dev.gearbox.tls;

import javax.net.ssl.SSLSession;

/**
 * What a handshake agreed on.
 *
 * @param session version, cipher suite, certificates of both sides; an {@link javax.net.ssl.ExtendedSSLSession} that also tells which name
 *     the client asked for (SNI). Its creation time lies before this connection if it was resumed
 * @param applicationProtocol what ALPN chose; empty if one side did not ask for it
 */
public record TlsHandshake(SSLSession session, String applicationProtocol) {}
