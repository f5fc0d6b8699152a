package dev.gearbox.engines.jdk;

import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.mutant.SearchContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Supervision, shifts and closes against one another: {@link SupervisedRun} under seeds, a sample of them in the build and many with {@code -Ddeep}. {@code
 * -Dgearbox.seed} is the first of them.
 */
@Tag("deep")
class SupervisedRunTest extends SearchContract {
    private static final int RUNS = Boolean.getBoolean("gearbox.deep") ? 2_000 : 100;

    SupervisedRunTest() {
        super(
                SupervisedRunMain.class.getName(),
                List.of(
                        "-Djava.nio.channels.spi.SelectorProvider=" + SimulatedNetwork.class.getName(),
                        // Messages of the watchdog are expected there.
                        "-Djava.util.logging.config.file=/dev/null"),
                List.of(SupervisedRunMain.SEARCH),
                Path.of("src", "test", "supervision-mutants"));
    }

    /** There is one. */
    @Override
    protected List<String> arguments(List<String> wanted) {
        return List.of(Long.toString(Contract.seed()), Integer.toString(RUNS));
    }
}
