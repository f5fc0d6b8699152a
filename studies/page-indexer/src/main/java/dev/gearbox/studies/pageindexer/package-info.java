/** The study: its workloads, claims and subjects. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer;
