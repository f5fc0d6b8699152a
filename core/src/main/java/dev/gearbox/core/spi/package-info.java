/** For authors of engines: the state of a connection, which drives no socket, and the common parts of engines. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.spi;
