/** The index of pages and the search in it. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.index;
