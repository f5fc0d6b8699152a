/** Messages over a stream: preceded by their length, ended by a delimiter, or lines. Each form has a limit, and none buffers anything. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.protocols.frames;
