/** The input of a generator: scripts, arrivals, targets and slices, validated before anything runs. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.plan;
