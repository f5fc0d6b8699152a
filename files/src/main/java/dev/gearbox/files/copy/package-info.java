/** One way of copying a file in each file. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.copy;
