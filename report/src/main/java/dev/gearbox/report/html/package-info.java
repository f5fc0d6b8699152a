/** A report as one HTML file. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report.html;
