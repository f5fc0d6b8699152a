/** Measures subjects in JVMs of their own: studies, and runs of one subject alone. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab;
