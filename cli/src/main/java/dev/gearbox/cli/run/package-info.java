/** Commands that measure, and that report on results. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.run;
