/**
 * The endurance test: all engines serve connections that open, shift, break off and close, for minutes or days; every byte is determined by its
 * position, and afterwards the process has no more memory, descriptors and threads than before.
 */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.soak;
