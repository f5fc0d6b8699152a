package dev.gearbox.tls;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * How handshakes are to be made, and what bounds them; {@link #DEFAULT} suits most. What holds for the bytes afterwards (water marks, caps,
 * linger) are the {@link dev.gearbox.core.Options} of the connection.
 *
 * @param protocols the versions that are spoken, of TLSv1.3 and TLSv1.2
 * @param applicationProtocols for ALPN, the favourite first; with none ALPN is not used. A server refuses a client that offers none of them,
 *     and serves one that does not use ALPN
 * @param clientAuth whether a server asks for a certificate; clients ignore it
 * @param handshakeTimeout a handshake that is not complete by then fails
 * @param handshakeBytes so many bytes may a peer send before its handshake is complete
 * @param handshakesAtOnce a connection that comes while so many handshakes are under way is closed at once
 * @param tasks runs the work of handshakes that takes long: signatures, the check of certificates, whatever a trust manager asks of others.
 *     By default a virtual thread for each: such a task computes for a millisecond or waits for somebody, so threads bring nothing beyond
 *     the cores for the first, cost nothing for the second, and there is no pool to size or close
 */
public record TlsOptions(
        List<String> protocols,
        List<String> applicationProtocols,
        ClientAuth clientAuth,
        Duration handshakeTimeout,
        int handshakeBytes,
        int handshakesAtOnce,
        Executor tasks) {
    private static final List<String> KNOWN = List.of("TLSv1.3", "TLSv1.2");

    /** What holds unless you say otherwise: both versions, no ALPN, no client certificates, 10 s, 64 KiB, any number at once. */
    public static final TlsOptions DEFAULT = new TlsOptions(
            KNOWN,
            List.of(),
            ClientAuth.NONE,
            Duration.ofSeconds(10),
            64 << 10,
            Integer.MAX_VALUE,
            task -> Thread.ofVirtual().name("tls-task").start(task));

    public TlsOptions {
        protocols = List.copyOf(protocols);
        applicationProtocols = List.copyOf(applicationProtocols);
        require(
                !protocols.isEmpty() && KNOWN.containsAll(protocols),
                "protocols are " + protocols + " and must be of " + KNOWN);
        require(
                applicationProtocols.stream().noneMatch(name -> name.isEmpty() || name.length() > 255),
                "applicationProtocols are " + applicationProtocols + "; a name has 1 to 255 bytes");
        require(handshakeTimeout.isPositive(), "handshakeTimeout is " + handshakeTimeout + " and must be positive");
        require(handshakeBytes > 0, "handshakeBytes is " + handshakeBytes + " and must be from 1");
        require(handshakesAtOnce > 0, "handshakesAtOnce is " + handshakesAtOnce + " and must be from 1");
    }

    private static void require(boolean holds, String otherwise) {
        if (!holds) {
            throw new IllegalArgumentException(otherwise);
        }
    }

    /** The same with these versions only. */
    public TlsOptions withProtocols(String... versions) {
        return new TlsOptions(
                List.of(versions),
                applicationProtocols,
                clientAuth,
                handshakeTimeout,
                handshakeBytes,
                handshakesAtOnce,
                tasks);
    }

    /** The same with these names for ALPN. */
    public TlsOptions withApplicationProtocols(String... names) {
        return new TlsOptions(
                protocols, List.of(names), clientAuth, handshakeTimeout, handshakeBytes, handshakesAtOnce, tasks);
    }

    /** The same with another demand for certificates of clients. */
    public TlsOptions withClientAuth(ClientAuth demand) {
        return new TlsOptions(
                protocols, applicationProtocols, demand, handshakeTimeout, handshakeBytes, handshakesAtOnce, tasks);
    }

    /** The same with other bounds of a handshake. */
    public TlsOptions withHandshakeLimits(Duration timeout, int bytes, int atOnce) {
        return new TlsOptions(protocols, applicationProtocols, clientAuth, timeout, bytes, atOnce, tasks);
    }

    /** The same with another executor for the work of handshakes; it stays the caller's to close. */
    public TlsOptions withTasks(Executor executor) {
        return new TlsOptions(
                protocols,
                applicationProtocols,
                clientAuth,
                handshakeTimeout,
                handshakeBytes,
                handshakesAtOnce,
                executor);
    }
}
