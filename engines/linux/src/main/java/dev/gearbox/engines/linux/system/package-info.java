/** Calls of Linux through java.lang.foreign: numbers, layouts, errors, sockets. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.system;
