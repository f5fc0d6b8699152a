/** Code inside a measured JVM: the console that answers the lab, and the JVM's own resource usage. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.subject;
