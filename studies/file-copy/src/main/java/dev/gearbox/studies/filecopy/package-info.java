/** The study: its rows, and the files that its jobs read and copy. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.studies.filecopy;
