/**
 * A discrete-event simulation of servers: requests, threads, cores, waits. It answers what the formulas of {@link dev.gearbox.theory} cannot: several resources at
 * a time, percentiles, closed loops, a few heavy requests among many light ones. Times are in seconds and rates per second. The same seed gives the same
 * result on every machine.
 */
@org.jspecify.annotations.NullMarked
package dev.gearbox.theory.simulate;
