/** What the proofs of shifting and of endurance have in common: bytes that are known by their position, sessions that watch themselves, findings. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.watched;
