/** Mutants that the contract must kill, and the search for orders of events that break something. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.mutant;
