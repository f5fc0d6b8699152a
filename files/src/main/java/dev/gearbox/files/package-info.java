/** Reading and copying files: the strategies, by name, and what they have in common. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files;
