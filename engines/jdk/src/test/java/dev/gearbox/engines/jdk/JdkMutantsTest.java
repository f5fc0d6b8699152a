package dev.gearbox.engines.jdk;

import dev.gearbox.testkit.mutant.MutantContract;
import java.nio.file.Path;

/** The contract kills every mutant of the JDK engines and of the core below them. */
class JdkMutantsTest extends MutantContract {
    JdkMutantsTest() {
        super(Path.of("src/test/mutants"));
    }
}
