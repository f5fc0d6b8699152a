/**
 * The proof of shifting: independent clients exchange bytes with self-checking sessions while their connections are shifted from engine to engine;
 * every byte is determined by its position.
 */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.shift;
