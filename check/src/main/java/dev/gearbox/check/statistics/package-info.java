/** The statistics by which checks judge, independent of those of the instrument. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.statistics;
