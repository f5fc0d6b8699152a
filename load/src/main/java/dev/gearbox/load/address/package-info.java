/** The addresses and ports of the connections: where they come from, and where they go. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.address;
