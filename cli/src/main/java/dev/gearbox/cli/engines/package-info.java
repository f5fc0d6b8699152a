/** Commands that list engines and external servers. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.engines;
