/** Reads the workload of a running JVM, or of a flight recording, as far as it can be known from outside; and says what cannot. */
@org.jspecify.annotations.NullMarked
package dev.gearbox.advise.observe;
