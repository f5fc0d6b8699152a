package dev.gearbox.engines.linux.uring;

import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.mutant.SearchContract;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;

/** The simulated kernel finds each of these mutants of {@code uring}, which need an answer that the real kernel seldom gives. */
@Tag("deep")
class SimulatedKernelMutantsTest extends SearchContract {
    private static final int RUNS = 60;

    /** A receive that misses a reset is found by one run in twenty. */
    private static final int RUNS_OF_MUTANT = 600;

    SimulatedKernelMutantsTest() {
        super(
                SimulatedKernelMain.class.getName(),
                List.of(
                        "--enable-native-access=ALL-UNNAMED",
                        "--add-opens=java.base/java.lang=ALL-UNNAMED",
                        // Shortages are reported there.
                        "-Djava.util.logging.config.file=/dev/null"),
                SimulatedKernelMain.SEARCHES,
                Path.of("src", "test", "kernel-mutants"));
    }

    @Override
    protected List<String> arguments(List<String> wanted) {
        return arguments(RUNS, wanted);
    }

    @Override
    protected List<String> argumentsForMutant(List<String> wanted) {
        return arguments(RUNS_OF_MUTANT, wanted);
    }

    private static List<String> arguments(int runs, List<String> wanted) {
        return Stream.concat(Stream.of(Long.toString(Contract.seed()), Integer.toString(runs)), wanted.stream())
                .toList();
    }
}
