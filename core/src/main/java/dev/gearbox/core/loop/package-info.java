/** Event loops: their threads, their connections, and what is done when a callback keeps one. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.loop;
