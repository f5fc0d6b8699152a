/** The index of pages, and searching it. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.index;
