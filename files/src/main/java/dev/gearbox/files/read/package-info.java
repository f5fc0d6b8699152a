/** One way of reading a file in each file, and the list of them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.read;
