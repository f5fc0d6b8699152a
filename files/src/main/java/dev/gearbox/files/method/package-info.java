/** Common parts of the strategies: description, sizes, mapped memory, rings. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.method;
