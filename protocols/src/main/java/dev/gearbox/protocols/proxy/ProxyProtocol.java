package dev.gearbox.protocols.proxy;

import dev.gearbox.core.AttributeKey;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;

/**
 * A server behind a proxy that speaks the PROXY protocol, version 1 or 2: {@code ProxyProtocol.of(List.of(Subnet.parse("10.0.0.0/8")), protocol)}. The protocol is opened when
 * the header has been read, and sees the client's address as {@link Connection#remoteAddress}; what the proxy's own connection is, {@link #PROXY} says. It may be TLS or
 * HTTP, on any engine.
 *
 * <p>Any program that can connect could claim any address, so headers are believed from given networks only. A connection from elsewhere, one without a valid header, and one
 * whose header is not complete in time, is reset. Its {@link ProxyException} is logged, and no session of the protocol is opened.
 *
 * <p>After the header a connection costs one more call for each callback.
 */
public final class ProxyProtocol implements Protocol {
    /** The address of the proxy, on connections whose header was read. */
    public static final AttributeKey<InetSocketAddress> PROXY = AttributeKey.of("proxy");

    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final List<Subnet> trusted;
    private final Protocol protocol;
    private final boolean text;
    private final boolean binary;
    private final boolean direct;
    private final Duration patience;

    private ProxyProtocol(
            List<Subnet> trusted, Protocol protocol, boolean text, boolean binary, boolean direct, Duration patience) {
        this.trusted = List.copyOf(trusted);
        this.protocol = protocol;
        this.text = text;
        this.binary = binary;
        this.direct = direct;
        this.patience = patience;
    }

    /**
     * Creates a server that reads both versions.
     *
     * @param trusted the networks of the proxies
     */
    public static ProxyProtocol of(List<Subnet> trusted, Protocol protocol) {
        return new ProxyProtocol(trusted, protocol, true, true, false, PATIENCE);
    }

    /** Returns a copy that reads only version 1. */
    public ProxyProtocol onlyText() {
        return new ProxyProtocol(trusted, protocol, true, false, direct, patience);
    }

    /** Returns a copy that reads only version 2. */
    public ProxyProtocol onlyBinary() {
        return new ProxyProtocol(trusted, protocol, false, true, direct, patience);
    }

    /** Returns a copy that serves connections from outside the trusted networks as they are: their first byte belongs to the protocol. */
    public ProxyProtocol acceptingOthers() {
        return new ProxyProtocol(trusted, protocol, text, binary, true, patience);
    }

    /** Returns a copy that waits for a header for another time than five seconds. */
    public ProxyProtocol withPatience(Duration time) {
        if (!time.isPositive()) {
            throw new IllegalArgumentException("the time is " + time + " and must be positive");
        }
        return new ProxyProtocol(trusted, protocol, text, binary, direct, time);
    }

    boolean readsText() {
        return text;
    }

    boolean readsBinary() {
        return binary;
    }

    Duration patience() {
        return patience;
    }

    Protocol protocol() {
        return protocol;
    }

    /** Returns whether a header from there is believed. */
    private boolean trusts(Connection connection) {
        InetAddress peer =
                connection.remoteAddress() instanceof InetSocketAddress internet ? internet.getAddress() : null;
        return peer != null && trusted.stream().anyMatch(network -> network.contains(peer));
    }

    @Override
    public Session open(Connection connection) {
        if (trusts(connection)) {
            return new ProxySession(this, connection);
        }
        return direct ? protocol.open(connection) : ProxySession.refused(this, connection);
    }
}
