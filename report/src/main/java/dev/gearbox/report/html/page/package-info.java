/** The page: its templates are in {@code src/main/jte}, the classes made of them come into this package. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report.html.page;
