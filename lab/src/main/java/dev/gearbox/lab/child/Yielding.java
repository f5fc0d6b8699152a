package dev.gearbox.lab.child;

import dev.gearbox.lab.probe.ExecutableFinder;
import java.util.List;

/**
 * Starts a program that yields its processors to the generator, by the kernel's policy {@code SCHED_BATCH}: when it wakes up, it waits until the generator, which works for
 * a few percent of the time, has done what it has to do. The generator itself asks for a short time slice, so that it does not wait for the program. Of other programs on
 * these processors the program gets its share as any does: under {@code SCHED_IDLE} it would get nothing on a busy machine.
 */
final class Yielding {
    private Yielding() {}

    /**
     * Returns the prefix of its command line; {@code chrt} executes it, so the pid is that of the program. Empty if no generator has these processors for itself and the program,
     * or if {@code chrt} (package util-linux) is not installed.
     */
    static List<String> prefix(Pinning pinning) {
        boolean beside = !pinning.contended() && pinning.origin().stream().anyMatch(pinning.generator()::contains);
        return ExecutableFinder.program("chrt")
                .filter(_ -> beside)
                .map(chrt -> List.of(chrt.toString(), "--batch", "0"))
                .orElse(List.of());
    }
}
