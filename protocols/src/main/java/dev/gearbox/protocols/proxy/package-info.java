/** The PROXY protocol: the address of the client, as a proxy in front of the server reports it. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.protocols.proxy;
