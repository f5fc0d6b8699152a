/** The measured clients, each in one file. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.client;
