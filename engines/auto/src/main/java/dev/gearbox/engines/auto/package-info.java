/** Engines made of engines, which move connections among their parts. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.auto;
