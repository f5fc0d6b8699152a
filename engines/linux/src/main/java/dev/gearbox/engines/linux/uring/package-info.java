/** The io_uring engine. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.uring;
