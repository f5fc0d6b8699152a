/** The main of the measured clients, and the job that they do. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.job;
