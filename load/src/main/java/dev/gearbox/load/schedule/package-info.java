/** When something is due: timers, timelines and the arrivals that wait. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.schedule;
