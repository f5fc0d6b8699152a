/** Measures subjects in separate JVMs: studies, and runs of a single subject. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab;
