/** Comparison of results: before and after, and figures over commits. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence.history;
