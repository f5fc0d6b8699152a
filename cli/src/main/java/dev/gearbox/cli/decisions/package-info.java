/** What engines that choose have decided, and what it cost. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.decisions;
