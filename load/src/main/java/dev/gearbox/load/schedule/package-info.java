/** Scheduling: timers, timelines and the backlog of arrivals. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.schedule;
