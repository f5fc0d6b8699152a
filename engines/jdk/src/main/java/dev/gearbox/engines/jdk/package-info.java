/** Engines on the channels and threads of the JDK. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.engines.jdk;
