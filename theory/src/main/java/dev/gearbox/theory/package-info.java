/**
 * Formulas for the capacity and the response times of a server. Times are in seconds and rates per second, as {@code double}; a queue that grows
 * without limit has an infinite waiting time. Every type is immutable and safe for all threads. Arguments that make no sense are refused with an
 * {@link java.lang.IllegalArgumentException}.
 */
@org.jspecify.annotations.NullMarked
package dev.gearbox.theory;
