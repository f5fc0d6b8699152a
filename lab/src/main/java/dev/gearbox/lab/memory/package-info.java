/** Arms that hold idle connections, and what of the memory is theirs. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.memory;
