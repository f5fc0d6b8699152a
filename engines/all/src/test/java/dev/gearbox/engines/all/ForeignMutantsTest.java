package dev.gearbox.engines.all;

import dev.gearbox.testkit.mutant.MutantContract;
import java.nio.file.Path;

/** The contract kills every mutant of shifts into and out of loops that are not ours: those that take modules of more than one kind. */
class ForeignMutantsTest extends MutantContract {
    ForeignMutantsTest() {
        super(Path.of("src/test/mutants"));
    }
}
