/** Common parts of the proofs of shifting and of endurance: bytes that are determined by their position, self-checking sessions, violations. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.watched;
