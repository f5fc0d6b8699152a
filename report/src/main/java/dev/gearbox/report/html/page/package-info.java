/** The page: its templates are in {@code src/main/jte}, the classes generated from them are in this package. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report.html.page;
