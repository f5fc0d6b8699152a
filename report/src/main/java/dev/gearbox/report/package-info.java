/** The content of a report, independent of its form. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report;
