/** Experiments of all kinds, from the design to the last fork. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.experiment;
