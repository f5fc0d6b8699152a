/** Commands that list engines and servers of others. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.engines;
