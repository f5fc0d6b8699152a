/** Servers written by hand, without the library: what an engine is held against. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.bench;
