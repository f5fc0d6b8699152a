/** The results: counts, histograms, errors by kind, and whether the generator was fit to measure. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.report;
