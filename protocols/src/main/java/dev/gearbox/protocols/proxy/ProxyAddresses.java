package dev.gearbox.protocols.proxy;

import java.net.InetSocketAddress;

/**
 * What a PROXY header says about the connection to the proxy.
 *
 * @param source the client's address
 * @param destination the address that the client connected to
 */
public record ProxyAddresses(InetSocketAddress source, InetSocketAddress destination) {}
