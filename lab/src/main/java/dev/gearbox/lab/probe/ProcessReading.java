package dev.gearbox.lab.probe;

import dev.gearbox.subject.Usage;

/**
 * What /proc says of a process at one moment. Times and switches count from the start of the process.
 *
 * @param nanos when, on the monotonic clock
 * @param userMicros processor time in user mode, of all threads, ended ones too, in µs (the kernel counts in 10 ms)
 * @param systemMicros the same in the kernel
 * @param voluntarySwitches switches of the <em>living</em> threads because they had to wait; −1: not read
 * @param involuntarySwitches switches of the living threads because others had their turn; −1: not read
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
    /** User and system time together, in µs. */
    public long cpuMicros() {
        return userMicros + systemMicros;
    }

    /** What a program that is read from outside has used. */
    public Usage usage() {
        return new Usage(nanos, userMicros, systemMicros, voluntarySwitches, involuntarySwitches, 0, 0);
    }
}
