/** The engine on io_uring. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.uring;
