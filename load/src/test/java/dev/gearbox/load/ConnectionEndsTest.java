package dev.gearbox.load;

import static dev.gearbox.load.plan.Plans.CLOSE;
import static dev.gearbox.load.plan.Plans.CONNECT;
import static dev.gearbox.load.plan.Plans.ECHO;
import static dev.gearbox.load.plan.Plans.plan;
import static dev.gearbox.load.plan.Plans.send;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.load.loop.GeneratorListener;
import dev.gearbox.load.plan.Arrivals;
import dev.gearbox.load.plan.Script;
import dev.gearbox.load.plan.SlicePlan;
import dev.gearbox.load.plan.Step;
import dev.gearbox.load.report.LoadReport;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.OptionalDouble;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** How the server sees the end of a connection. */
@Timeout(60)
class ConnectionEndsTest {
    private static final int USERS = 3;

    private final AtomicInteger ends = new AtomicInteger();
    private final AtomicInteger resets = new AtomicInteger();

    /** Echoes, and counts how connections end. */
    private void serve(Socket socket) {
        byte[] bytes = new byte[64];
        try (socket) {
            for (int count = socket.getInputStream().read(bytes);
                    count >= 0;
                    count = socket.getInputStream().read(bytes)) {
                socket.getOutputStream().write(bytes, 0, count);
            }
            ends.incrementAndGet();
        } catch (IOException reset) {
            resets.incrementAndGet();
        }
    }

    private void accept(ServerSocket server, ExecutorService handlers) {
        try {
            while (true) {
                Socket socket = server.accept();
                handlers.execute(() -> serve(socket));
            }
        } catch (IOException closed) {
            handlers.shutdown();
        }
    }

    /** Returns the report of a load whose users end each connection with this step. */
    private LoadReport load(Step last) throws IOException, InterruptedException {
        Script script = Script.of(CONNECT, send("hello"), ECHO, last);
        try (ExecutorService handlers = Executors.newVirtualThreadPerTaskExecutor();
                ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            Thread.ofVirtual().start(() -> accept(server, handlers));
            try (SlicedLoad load = SlicedLoad.connect(
                    plan(server.getLocalPort(), script, new Arrivals.Closed(USERS), 0, 1, 10_000),
                    GeneratorListener.NONE)) {
                return load.run(
                        new SlicePlan(1, Duration.ZERO, Duration.ofMillis(300), OptionalDouble.empty()),
                        GeneratorListener.NONE);
            }
        }
    }

    @Test
    void anAbortIsAReset() throws Exception {
        LoadReport report = load(new Step.Abort());

        assertThat(report.errors()).isEmpty();
        assertThat(report.connects()).isGreaterThan(10);
        assertThat(resets.get()).isGreaterThan(10);
        assertThat(ends.get())
                .as("connections that were open when the load ended")
                .isLessThanOrEqualTo(USERS);
    }

    @Test
    void aCloseIsAnEnd() throws Exception {
        LoadReport report = load(CLOSE);

        assertThat(report.errors()).isEmpty();
        assertThat(ends.get()).isGreaterThan(10);
        assertThat(resets.get()).isZero();
    }
}
