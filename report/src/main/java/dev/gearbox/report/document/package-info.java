/** The content of a report: answers, sentences and figures, the same in every form. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report.document;
