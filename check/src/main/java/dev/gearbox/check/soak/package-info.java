/**
 * The proof of endurance: all engines serve connections that come, shift, break off and go, for minutes or days; every byte is known by its
 * position, and afterwards the process has no more memory, descriptors and threads than before.
 */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.soak;
