package dev.gearbox.engines.all;

import dev.gearbox.testkit.mutant.MutantContract;
import java.nio.file.Path;

/** The contract kills every mutant that only shows with loops of other libraries: in shifts into and out of them, and in failures of their acceptors. */
class ForeignMutantsTest extends MutantContract {
    ForeignMutantsTest() {
        super(Path.of("src/test/mutants"));
    }
}
