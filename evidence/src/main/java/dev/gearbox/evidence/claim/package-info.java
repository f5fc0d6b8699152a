/** Statements of the literature as data, and the verdicts on them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence.claim;
