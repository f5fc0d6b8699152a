package dev.gearbox.http.message;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.http.HttpLimits;
import dev.gearbox.testkit.TaskAllocation;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** What the head of a request allocates: one copy of its fields with their index, the target, and three small objects. */
class HeadAllocationTest {
    private static final long BOUND = 400;

    private final HeadReader<RequestLine> heads = HeadReader.ofRequests(HttpLimits.DEFAULT);
    private final ByteBuffer head;

    HeadAllocationTest() {
        byte[] bytes = "GET /index.html HTTP/1.1\r\nHost: 127.0.0.1:8080\r\nUser-Agent: test/1.0\r\nAccept: */*\r\n\r\n"
                .getBytes(StandardCharsets.ISO_8859_1);
        head = ByteBuffer.allocateDirect(bytes.length).put(bytes);
    }

    private boolean read() throws MessageException {
        MessageHead<RequestLine> read = heads.read(head.flip());
        if (read == null || read.length(0) != Framing.UNDEFINED || !read.keepsAlive()) {
            throw new AssertionError("not this request: " + read);
        }
        return true;
    }

    @Test
    void ofARequest() throws Exception {
        assertThat(TaskAllocation.of(this::read, BOUND))
                .as("bytes for each head")
                .isLessThanOrEqualTo(BOUND);
    }
}
