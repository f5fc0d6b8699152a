/** The study: its workloads, its claims and the main of its subjects. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer;
