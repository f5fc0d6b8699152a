package dev.gearbox.engines.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.testkit.RequestAllocation;
import java.io.IOException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a request allocates, on all threads of the JVM together. Our share is zero: Netty reads into core's memory and sends from it, and a new wrapper for each
 * write would exceed each bound. The bounds are Netty's own small objects, most of which disappear when the compiler has optimised its loops.
 */
class AllocationTest {
    @ParameterizedTest(name = "{0}: at most {1} bytes for each request")
    @CsvSource({"netty-nio, 160", "netty-epoll, 160", "netty-uring, 256"})
    void ofOneRequest(String spec, long bound) throws IOException {
        assertThat(RequestAllocation.of(spec, bound))
                .as("bytes allocated for each request on " + spec)
                .isLessThanOrEqualTo(bound);
    }
}
