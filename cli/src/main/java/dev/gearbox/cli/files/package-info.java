/** The command {@code gearbox cp}. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.cli.files;
