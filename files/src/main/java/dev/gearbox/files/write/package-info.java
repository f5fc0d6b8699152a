/** Ways of writing so that the bytes are on the disk when the call returns, for many threads at once. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.write;
