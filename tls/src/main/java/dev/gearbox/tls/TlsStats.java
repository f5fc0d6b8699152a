package dev.gearbox.tls;

/**
 * What became of the handshakes of one {@link Tls}.
 *
 * @param underWay begun and not over
 * @param completed so the session of the inner protocol was opened
 * @param failed for whatever reason, a time-out or the end of the connection among them
 * @param refused not begun: {@link TlsOptions#handshakesAtOnce()} were under way
 */
public record TlsStats(int underWay, long completed, long failed, long refused) {}
