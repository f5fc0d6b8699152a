package dev.gearbox.engines.netty;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * What a request allocates, on all threads of the JVM together. Ours is nothing: Netty reads into core's memory and sends from it, and a
 * wrapper made anew for each write would break each bound. The bounds are Netty's own small objects, most of which vanish only when the
 * compiler has optimised its loops; these hold before.
 */
class AllocationTest {
    private static final int WARM_UP = 3_000;
    private static final int REQUESTS = 5_000;

    @ParameterizedTest(name = "{0}: at most {1} bytes for each request")
    @CsvSource({"netty-nio, 160", "netty-epoll, 160", "netty-uring, 256"})
    void ofOneRequest(String spec, long bound) throws IOException {
        Protocol echo = connection -> connection::write;
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), echo, Options.DEFAULT);
                SocketChannel client = SocketChannel.open(listener.address())) {
            ByteBuffer buffer = ByteBuffer.allocateDirect(64);
            exchange(client, buffer, WARM_UP);
            long before = threads.getTotalThreadAllocatedBytes();
            exchange(client, buffer, REQUESTS);
            long each = (threads.getTotalThreadAllocatedBytes() - before) / REQUESTS;
            assertThat(each).as("bytes allocated for each request on " + spec).isLessThanOrEqualTo(bound);
        }
    }

    private static void exchange(SocketChannel client, ByteBuffer buffer, int times) throws IOException {
        for (int request = 0; request < times; request++) {
            buffer.clear();
            while (buffer.hasRemaining()) {
                client.write(buffer);
            }
            buffer.clear();
            while (buffer.hasRemaining()) {
                client.read(buffer);
            }
        }
    }
}
