package dev.gearbox.engines.jdk;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.testkit.RequestAllocation;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a request allocates, on all threads of the JVM together. Our share is zero where the model allows it; the rest of each bound is what the JDK allocates
 * for a hand-over between threads, a virtual thread's wait or a completion.
 */
class AllocationTest {
    @ParameterizedTest(name = "{0}: at most {1} bytes for each request")
    @CsvSource({
        "selector, 8",
        "reactors?threads=2, 8",
        "threads, 8",
        "pool?threads=2, 8",
        "selector-pool?threads=2, 80",
        "virtual, 200",
        "async?threads=2, 80",
        "async?threads=2&style=future, 250"
    })
    void ofOneRequest(String spec, long bound) throws IOException {
        assertThat(RequestAllocation.of(spec, bound))
                .as("bytes allocated for each request on " + spec)
                .isLessThanOrEqualTo(bound);
    }
}
