package dev.gearbox.lab.child;

import dev.gearbox.lab.probe.ExecutableFinder;
import java.util.List;

/**
 * Starts a program that yields its processors to the generator, by the kernel's policy {@code SCHED_IDLE}: the generator, which works for a few percent of the time,
 * then runs at once when it has something to do, and not after the program's piece of time. The program waits for no longer than the generator works.
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
                .map(chrt -> List.of(chrt.toString(), "--idle", "0"))
                .orElse(List.of());
    }
}
