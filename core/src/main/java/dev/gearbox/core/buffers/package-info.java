/** Direct memory: an engine's pool, what was read and not taken, what was written and not sent. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.buffers;
