package dev.gearbox.testkit.mutant;

import dev.gearbox.testkit.Ownership;
import dev.gearbox.testkit.OwnershipMain;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Who drives a connection, whoever asks what of it at the same time: Lincheck goes through interleavings of {@link Ownership}'s operations, with the
 * core as shipped and with mutants of it, each of which it has to find.
 */
@Tag("deep")
class OwnershipTest extends SearchContract {
    OwnershipTest() {
        super(
                OwnershipMain.class.getName(),
                List.of("-XX:+EnableDynamicAgentLoading", "--sun-misc-unsafe-memory-access=allow"),
                OwnershipMain.scenarios(),
                Path.of("src", "test", "mutants"));
    }

    @Override
    protected List<String> arguments(List<String> wanted) {
        return wanted;
    }
}
