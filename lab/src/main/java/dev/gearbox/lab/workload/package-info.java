/** Workloads as data, and the description of a subject. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.workload;
