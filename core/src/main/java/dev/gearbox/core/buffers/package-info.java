/** Direct memory: an engine's pool, bytes read and not yet taken, bytes written and not yet sent. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.core.buffers;
