package dev.gearbox.advise.observe;

/**
 * Processor time of the JVM since the sample before.
 *
 * @param at nanoseconds since 1970
 * @param share of all processors of the machine, 0 to 1
 */
record CpuSample(long at, double share) {}
