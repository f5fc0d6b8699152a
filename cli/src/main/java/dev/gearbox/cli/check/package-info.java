/** Commands that check the instrument and the shifting of connections. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.check;
