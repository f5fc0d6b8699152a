/** File system calls through java.lang.foreign. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.files.system;
