/** The kinds of work on a fetched page. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.work;
