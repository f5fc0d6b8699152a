/** JDK channels and their descriptors, and the conversion between them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.sockets;
