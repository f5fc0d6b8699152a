/** The statistics by which checks judge, apart from those of the instrument. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.check.statistics;
