/** Copies of files and trees that keep metadata, are complete or absent, and can be resumed: the logic of {@code gearbox cp}. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.tree;
