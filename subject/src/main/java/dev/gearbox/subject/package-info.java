/** What runs inside a measured JVM: the console that answers the lab, and what the JVM has used of itself. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.subject;
