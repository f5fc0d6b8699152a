/** Channels of the JDK and their descriptors: one made of the other. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.sockets;
