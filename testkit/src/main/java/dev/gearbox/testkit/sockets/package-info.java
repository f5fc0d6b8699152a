/** The contract of what concerns the system's sockets: options, names, attributes. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.sockets;
