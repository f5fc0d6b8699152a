/** What engines that choose have decided, and what that cost. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.decisions;
