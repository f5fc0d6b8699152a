/** A report for programs. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report.json;
