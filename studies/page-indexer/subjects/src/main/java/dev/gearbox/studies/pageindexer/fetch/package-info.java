/** Types shared by clients and crawler: pages, failures, limits. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.fetch;
