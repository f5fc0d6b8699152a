/** A report for terminals and for pull requests. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report.text;
