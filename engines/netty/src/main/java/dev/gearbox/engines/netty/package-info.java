/** Engines on the transports of Netty. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.netty;
