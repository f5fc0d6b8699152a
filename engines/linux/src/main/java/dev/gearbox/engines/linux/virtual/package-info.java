/** Virtual threads that are scheduled by an epoll loop. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.virtual;
