/** The resources used by a subject between two moments, and the disturbances meanwhile. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.slice;
