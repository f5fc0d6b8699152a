/** Servers that are not ours, and not of the JVM: how they are built, started and guarded. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.external;
