package dev.gearbox.tls;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Executor;

/**
 * Settings and limits of handshakes; {@link #DEFAULT} suits most programs. What applies to the bytes afterwards (water marks, caps, linger) is in the
 * {@link dev.gearbox.core.Options} of the connection.
 *
 * @param protocols the enabled versions: TLSv1.3, TLSv1.2 or both
 * @param applicationProtocols for ALPN, in order of preference; if empty, ALPN is not used. A server refuses a client that offers none of them, and
 *     accepts one that does not use ALPN
 * @param clientAuth whether a server asks for a certificate; clients ignore it
 * @param handshakeTimeout a handshake that takes longer fails
 * @param handshakeBytes the number of bytes that a peer may send before its handshake is complete
 * @param handshakesAtOnce while this many handshakes are under way, a new connection is closed at once
 * @param tasks runs the expensive tasks of handshakes: signatures, certificate checks, remote calls of a trust manager. By default a new virtual
 *     thread for each task: a task either computes for about a millisecond, and then more threads than cores do not help, or blocks, and then a
 *     virtual thread costs little; and there is no pool to size or close
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

    /** The defaults: both versions, no ALPN, no client certificates, 10 s, 64 KiB, no limit on concurrent handshakes. */
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

    /** Returns a copy with only these versions enabled. */
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

    /** Returns a copy with these names for ALPN. */
    public TlsOptions withApplicationProtocols(String... names) {
        return new TlsOptions(
                protocols, List.of(names), clientAuth, handshakeTimeout, handshakeBytes, handshakesAtOnce, tasks);
    }

    /** Returns a copy with another setting for client certificates. */
    public TlsOptions withClientAuth(ClientAuth demand) {
        return new TlsOptions(
                protocols, applicationProtocols, demand, handshakeTimeout, handshakeBytes, handshakesAtOnce, tasks);
    }

    /** Returns a copy with other limits of a handshake. */
    public TlsOptions withHandshakeLimits(Duration timeout, int bytes, int atOnce) {
        return new TlsOptions(protocols, applicationProtocols, clientAuth, timeout, bytes, atOnce, tasks);
    }

    /** Returns a copy with another executor for the tasks of handshakes. The caller closes it. */
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
