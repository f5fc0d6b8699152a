/** The JVMs that the lab starts: how they are placed, told, asked and ended. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.lab.child;
