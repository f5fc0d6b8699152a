/** The environment of a measurement: the machine, the JVM, the commit. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.machine;
