package dev.gearbox.advise.observe;

/**
 * A thread that parked, slept, waited for a monitor, or read what it had asked another server for.
 *
 * @param thread id of the Java thread
 * @param start nanoseconds since 1970
 * @param end the same
 */
record ThreadWait(long thread, long start, long end) {}
