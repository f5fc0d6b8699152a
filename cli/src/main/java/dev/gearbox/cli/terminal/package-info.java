/** The terminal: output, tables, progress, errors in one line, exit codes. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.terminal;
