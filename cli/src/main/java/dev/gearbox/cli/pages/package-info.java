/** Commands that serve, fetch, index and search pages. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.pages;
