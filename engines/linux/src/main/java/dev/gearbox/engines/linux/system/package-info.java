/** Linux system calls through java.lang.foreign: constants, layouts, errors, sockets. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.linux.system;
