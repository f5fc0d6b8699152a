/** Checks of the generator and the probes against values known by construction. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.instrument;
