/** The clients that are measured, each in a file. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.client;
