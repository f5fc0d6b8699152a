/** Files embedded in every page besides its data: style, scripts, and the schema of that data. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.report.assets;
