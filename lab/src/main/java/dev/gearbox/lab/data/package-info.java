/** Strict decoding of data files, and errors that the user can fix. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.data;
