/** The crawler: lists, robots, sitemaps, and the guard against local addresses. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.pageindexer.crawl;
