package dev.gearbox.tls;

/**
 * The outcome of the handshakes of one {@link Tls}.
 *
 * @param underWay started and not finished
 * @param completed the session of the inner protocol was opened
 * @param failed for any other reason than the next two, including the end of the connection
 * @param timedOut not complete within {@link TlsOptions#handshakeTimeout()}
 * @param refused not started, because {@link TlsOptions#handshakesAtOnce()} were under way
 */
public record TlsStats(int underWay, long completed, long failed, long timedOut, long refused) {}
