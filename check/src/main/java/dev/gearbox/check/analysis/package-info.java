/** Checks of the statistics and of the method, on data whose answer is known. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.analysis;
