/** What a report is made from, before its form is chosen. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report;
