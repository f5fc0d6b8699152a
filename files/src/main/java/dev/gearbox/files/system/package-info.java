/** The system's calls on files, through java.lang.foreign. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.system;
