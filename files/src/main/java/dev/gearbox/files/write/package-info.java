/** Ways of writing from many threads at once; the bytes are on the disk when a call returns. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.write;
