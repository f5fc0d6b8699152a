/** Commands that measure, and tell what was measured. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.run;
