package dev.gearbox.lab.fork;

import dev.gearbox.evidence.Slice;
import dev.gearbox.evidence.TimeHistograms;

/**
 * What a slice came to.
 *
 * @param slice its figures
 * @param times its histograms; none where nothing was timed
 */
public record MeasuredSlice(Slice slice, TimeHistograms times) {}
