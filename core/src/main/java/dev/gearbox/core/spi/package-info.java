/** For those who write engines: the state of a connection, which drives no socket, and what engines have in common. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.spi;
