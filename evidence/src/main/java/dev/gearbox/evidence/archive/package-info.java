/** The folder of an experiment: locked by one process, with append-only files that survive an interruption. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence.archive;
