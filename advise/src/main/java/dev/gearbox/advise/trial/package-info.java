/** Predictions beside measurements: what the lab can load, the error of each figure, coverage and regret. Pure functions; the lab itself is started elsewhere. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.advise.trial;
