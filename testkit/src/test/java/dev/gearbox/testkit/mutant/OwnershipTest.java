package dev.gearbox.testkit.mutant;

import dev.gearbox.testkit.Ownership;
import dev.gearbox.testkit.OwnershipMain;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;

/**
 * Concurrent access to a connection's ownership: Lincheck explores interleavings of {@link Ownership}'s operations, with the core as shipped and with
 * mutants of it, each of which it must find.
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
