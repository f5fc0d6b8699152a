/** The main class of the measured clients, and their job. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.job;
