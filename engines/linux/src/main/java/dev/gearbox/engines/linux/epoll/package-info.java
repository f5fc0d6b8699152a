/** Engines on raw epoll. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.epoll;
