/** Engines composed of engines, which move connections between their parts. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.auto;
