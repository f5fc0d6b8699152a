/** Where something was measured: the machine, the JVM, the commit. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.machine;
