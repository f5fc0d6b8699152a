/** Time-outs for connections on which nothing happens. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.protocols.time;
