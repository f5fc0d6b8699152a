/** The contract of what engines count: why connections were closed. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.testkit.counts;
