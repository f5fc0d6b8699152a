/** What was measured, as it was written down: experiments, forks, slices, times. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence;
