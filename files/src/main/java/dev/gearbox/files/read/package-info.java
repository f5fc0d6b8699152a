/** The ways of reading a file, one per source file, and their list. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.read;
