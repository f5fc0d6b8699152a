/** Checks of the statistics and of the method, on data with a known answer. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.analysis;
