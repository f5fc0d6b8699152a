package dev.gearbox.engines.linux;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.testkit.RequestAllocation;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What a request allocates: nothing, if no thread hands work to another. */
class AllocationTest {
    @ParameterizedTest(name = "{0}: at most {1} bytes for each request")
    @CsvSource({
        "epoll, 8",
        "epoll?threads=2&accept=dealt, 8",
        "uring, 8",
        "uring?threads=2, 8",
        "virtual-loop, 8",
    })
    void ofOneRequest(String spec, long bound) throws IOException {
        assertThat(RequestAllocation.inOwnJvm(spec, bound))
                .as("bytes allocated for each request on " + spec)
                .isLessThanOrEqualTo(bound);
    }
}
