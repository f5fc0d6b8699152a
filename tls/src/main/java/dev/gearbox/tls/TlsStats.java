package dev.gearbox.tls;

/**
 * The outcome of the handshakes of one {@link Tls}.
 *
 * @param underWay started and not finished
 * @param completed the session of the inner protocol was opened
 * @param failed for any reason, including a timeout and the end of the connection
 * @param refused not started, because {@link TlsOptions#handshakesAtOnce()} were under way
 */
public record TlsStats(int underWay, long completed, long failed, long refused) {}
