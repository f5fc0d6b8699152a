/** Arms that hold idle connections, and the memory that these use. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.memory;
