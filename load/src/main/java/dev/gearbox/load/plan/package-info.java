/** What is asked of a generator: scripts, arrivals, targets, slices, checked before anything runs. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.plan;
