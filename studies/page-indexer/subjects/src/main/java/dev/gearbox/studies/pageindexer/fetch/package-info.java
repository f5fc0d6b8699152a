/** What clients and crawler share: a page, a failure, a limit. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.fetch;
