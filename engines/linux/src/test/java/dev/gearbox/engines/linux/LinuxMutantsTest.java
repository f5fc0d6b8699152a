package dev.gearbox.engines.linux;

import dev.gearbox.testkit.mutant.MutantContract;
import java.nio.file.Path;

/** The contract kills every mutant of the engines on direct Linux system calls. */
class LinuxMutantsTest extends MutantContract {
    LinuxMutantsTest() {
        super(Path.of("src/test/mutants"));
    }
}
