package dev.gearbox.check.soak;

import dev.gearbox.testkit.fixture.Contract;
import dev.gearbox.testkit.mutant.SearchContract;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/** A soak finds engines that lose bytes or leak, and nothing in the shipped ones. */
@Tag("deep")
final class SoakMutantsTest extends SearchContract {
    SoakMutantsTest() {
        super(
                SoakSearchMain.class.getName(),
                // What the mutants log is expected.
                List.of("-Djava.util.logging.config.file=/dev/null"),
                List.of(SoakSearchMain.SEARCH),
                Path.of("src", "test", "mutants"));
    }

    /** The length of each soak in seconds. */
    @Override
    protected List<String> arguments(List<String> wanted) {
        return Boolean.getBoolean("gearbox.deep")
                ? List.of(Long.toString(Contract.seed()), "2", "6", "18", "54")
                : List.of(Long.toString(Contract.seed()), "2", "6", "18");
    }

    /** A busy machine does not do enough in the first ones; the search ends with the soak that finds the mutant. */
    @Override
    protected List<String> argumentsForMutant(List<String> wanted) {
        return List.of(Long.toString(Contract.seed()), "2", "6", "18", "54", "162");
    }
}
