/** Event loops: their threads, their connections, and the supervision of loops that a callback blocks. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.loop;
