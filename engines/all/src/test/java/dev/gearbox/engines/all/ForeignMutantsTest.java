package dev.gearbox.engines.all;

import dev.gearbox.testkit.mutant.MutantContract;
import java.nio.file.Path;

/** The contract kills every mutant that shows with loops that are not ours: of shifts into and out of them, and of what their acceptors live through. */
class ForeignMutantsTest extends MutantContract {
    ForeignMutantsTest() {
        super(Path.of("src/test/mutants"));
    }
}
