package dev.gearbox.lab.probe;

import dev.gearbox.subject.Usage;

/**
 * The values of /proc for a process at one moment. Times and switches count from the start of the process.
 *
 * @param nanos the time on the monotonic clock
 * @param userMicros processor time in user mode, of all threads, ended ones too, in µs (the kernel counts in 10 ms)
 * @param systemMicros the same in the kernel
 * @param voluntarySwitches switches of the <em>living</em> threads that had to wait; −1: not read
 * @param involuntarySwitches switches of the living threads that were preempted; −1: not read
 * @param threads threads now
 * @param residentBytes resident memory now, in bytes: the kernel's running count, which may be off by some pages for each processor
 * @param descriptors open descriptors now
 */
public record ProcessReading(
        long nanos,
        long userMicros,
        long systemMicros,
        long voluntarySwitches,
        long involuntarySwitches,
        int threads,
        long residentBytes,
        int descriptors) {
    /** Returns user plus system time, in µs. */
    public long cpuMicros() {
        return userMicros + systemMicros;
    }

    /** Returns the usage of a program that is read from outside. */
    public Usage usage() {
        return new Usage(nanos, userMicros, systemMicros, voluntarySwitches, involuntarySwitches, 0, 0);
    }
}
