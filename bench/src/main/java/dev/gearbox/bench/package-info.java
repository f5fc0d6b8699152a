/** Servers written by hand, without the library, as references for the engines. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.bench;
