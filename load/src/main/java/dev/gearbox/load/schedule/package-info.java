/** Scheduling: timers, timelines, the lengths of pauses and the backlog of arrivals. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.schedule;
