package dev.gearbox.engines.auto;

import dev.gearbox.testkit.mutant.MutantContract;
import java.nio.file.Path;

/** The contract kills every mutant of the code that relieves a loop. */
class AutoMutantsTest extends MutantContract {
    AutoMutantsTest() {
        super(Path.of("src/test/mutants"));
    }
}
