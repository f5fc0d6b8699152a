/** Statements of the literature as data, and what becomes of them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence.claim;
