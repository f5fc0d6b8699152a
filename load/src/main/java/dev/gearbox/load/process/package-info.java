/** The generator and the null server as processes of their own, driven by lines of JSON. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.load.process;
