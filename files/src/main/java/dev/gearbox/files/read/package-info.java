/** One way of reading a file in each file. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.read;
