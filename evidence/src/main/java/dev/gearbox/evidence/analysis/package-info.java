/** From evidence to findings: pure functions from slices to intervals, verdicts and rankings. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence.analysis;
