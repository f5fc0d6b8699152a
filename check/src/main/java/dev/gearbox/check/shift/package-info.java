/**
 * The proof of shifting: a client of its own talks to sessions that watch themselves, while their connections walk from engine to engine; every
 * byte is known by its position.
 */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.shift;
