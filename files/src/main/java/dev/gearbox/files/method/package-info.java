/** What strategies have in common: their description, sizes, mapped memory, rings. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.method;
