/** The ways of copying a file, one per source file, and their list. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.copy;
