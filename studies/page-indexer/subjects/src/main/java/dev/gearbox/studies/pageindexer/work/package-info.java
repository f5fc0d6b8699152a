/** What is done with a page that has come. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.work;
