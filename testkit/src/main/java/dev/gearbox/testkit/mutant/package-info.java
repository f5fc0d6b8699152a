/** Mutants that the contract must kill, and searches for interleavings that break something. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.mutant;
