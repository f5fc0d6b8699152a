/** One way of copying a file in each file, and the list of them. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.copy;
