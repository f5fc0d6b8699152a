/** Reading and copying files: the interfaces of the strategies, and their common parts. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files;
