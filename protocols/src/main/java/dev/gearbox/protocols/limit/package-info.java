/** A bound on the connections of a server. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.protocols.limit;
