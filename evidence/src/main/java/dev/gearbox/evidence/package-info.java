/** The recorded measurements: experiments, forks, slices, times. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence;
