/** Virtual threads that an epoll loop schedules itself. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.virtual;
