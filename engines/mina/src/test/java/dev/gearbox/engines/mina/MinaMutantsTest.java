package dev.gearbox.engines.mina;

import dev.gearbox.testkit.mutant.MutantContract;
import java.nio.file.Path;

/** The contract kills every mutant of the code added to MINA. */
class MinaMutantsTest extends MutantContract {
    MinaMutantsTest() {
        super(Path.of("src/test/mutants"));
    }
}
