/** Engines on Netty's transports. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.netty;
