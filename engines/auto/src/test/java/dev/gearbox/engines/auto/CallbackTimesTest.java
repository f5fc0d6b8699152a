package dev.gearbox.engines.auto;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.core.spi.CallbackObserver;
import dev.gearbox.core.spi.ConnectionState;
import dev.gearbox.core.spi.EngineBase;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Elapsed time and processor time of callbacks. Expected times are lower bounds, however busy the machine is. */
@Timeout(600)
final class CallbackTimesTest {
    private static final long MILLISECOND = 1_000_000;
    private static final long LONG = 5 * MILLISECOND;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final CallbackTimes times = new CallbackTimes();

    private static void compute() {
        long end = THREADS.getCurrentThreadCpuTime() + LONG;
        while (THREADS.getCurrentThreadCpuTime() < end) {
            Thread.onSpinWait();
        }
    }

    private static void idle() {
        long end = System.nanoTime() + LONG;
        while (System.nanoTime() < end) {
            LockSupport.parkNanos(end - System.nanoTime());
        }
    }

    private static Session session(Connection connection) {
        return in -> {
            switch (in.get(in.position())) {
                case 'c' -> compute();
                case 'w' -> idle();
                default -> {}
            }
            connection.write(in);
        };
    }

    private void observed(String spec, String requests) throws IOException {
        try (Engine engine = Engines.start(spec);
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        CallbackTimesTest::session,
                        Options.DEFAULT);
                Socket socket = new Socket(
                        InetAddress.getLoopbackAddress(), ((InetSocketAddress) listener.address()).getPort())) {
            echo(socket, 'x');
            ConnectionState state = ((EngineBase) engine).driven().findFirst().orElseThrow();
            observe(state, times);
            // After its answer, the tasks that caused it have run.
            echo(socket, 'x');
            times.arrive();
            for (int index = 0; index < requests.length(); index++) {
                echo(socket, requests.charAt(index));
            }
            observe(state, null);
        }
    }

    private static void observe(ConnectionState state, @Nullable CallbackObserver observer) {
        state.observe(observer);
        // Tasks run in the order in which they were posted; a byte may overtake them.
        CompletableFuture<Void> done = new CompletableFuture<>();
        state.connection().execute(() -> done.complete(null));
        done.orTimeout(120, TimeUnit.SECONDS).join();
    }

    private static void echo(Socket socket, char request) throws IOException {
        socket.getOutputStream().write(request);
        assertThat(socket.getInputStream().read()).isEqualTo(request);
    }

    @Test
    void what_computes_uses_the_processor_for_all_that_it_takes() throws IOException {
        observed("selector", "cc");
        CallbackTimes.Reading reading = times.read();
        assertThat(reading.slow()).isGreaterThanOrEqualTo(2);
        assertThat(reading.processorNanos()).isGreaterThanOrEqualTo(2 * LONG);
        assertThat(reading.calmCallbacks()).as("but for the task that ends it").isLessThanOrEqualTo(1);
    }

    @Test
    void what_waits_takes_its_time_and_hardly_any_of_the_processor() throws IOException {
        observed("selector", "ww");
        CallbackTimes.Reading reading = times.read();
        assertThat(reading.slow()).isGreaterThanOrEqualTo(2);
        assertThat(reading.slowNanos()).isGreaterThanOrEqualTo(2 * LONG);
        assertThat(reading.processorNanos()).isBetween(0L, reading.slowNanos() / 2);
    }

    @Test
    void of_a_virtual_thread_nobody_knows_what_it_uses() throws IOException {
        observed("virtual", "w");
        CallbackTimes.Reading reading = times.read();
        assertThat(reading.slow()).isGreaterThanOrEqualTo(1);
        assertThat(reading.processorNanos()).isEqualTo(-1);
    }

    @Test
    void a_new_window_forgets_what_was_slow_and_not_since_when_it_is_calm() throws IOException {
        observed("selector", "w");
        CallbackTimes.Reading before = times.read();
        times.startOver();
        assertThat(times.read())
                .isEqualTo(new CallbackTimes.Reading(0, 0, 0, before.calmSince(), before.calmCallbacks()));
        times.arrive();
        assertThat(times.read().calmSince()).isGreaterThan(before.calmSince());
    }
}
