/** Estimates, intervals and tests: pure functions. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.stats;
