/** What elementary operations cost on one machine, with intervals, and the file in which that is stored. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.advise.calibration;
