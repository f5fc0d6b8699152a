/** The folder of an experiment: one owner, lines that survive an interruption. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.evidence.archive;
