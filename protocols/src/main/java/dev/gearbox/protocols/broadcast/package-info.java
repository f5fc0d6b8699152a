/** Sending the same bytes to many connections, of which some are slow. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.protocols.broadcast;
