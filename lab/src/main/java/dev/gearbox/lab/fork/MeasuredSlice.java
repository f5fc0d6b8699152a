package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;

/**
 * The result of a slice.
 *
 * @param slice its figures
 * @param times its histograms; empty if nothing was timed
 */
public record MeasuredSlice(Slice slice, TimeHistograms times) {}
