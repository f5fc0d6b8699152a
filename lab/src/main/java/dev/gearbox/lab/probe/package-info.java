/** Readings of processes and of the machine, from outside: /proc, perf, cgroups. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.probe;
