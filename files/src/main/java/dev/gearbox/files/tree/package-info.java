/** Copies of files and trees that keep what they have, are whole or not there, and go on where they were stopped: the logic of {@code gearbox cp}. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.tree;
