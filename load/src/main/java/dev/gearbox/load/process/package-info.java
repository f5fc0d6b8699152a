/** The generator and the null server as separate processes, controlled by lines of JSON. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.process;
