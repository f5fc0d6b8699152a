package dev.gearbox.engines.linux.virtual;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** The model is what its name says: each connection has a virtual thread, and the loop's own thread carries them all. */
class VirtualLoopThreadsTest {
    /** Where something ran: the thread's string names its carrier. */
    private record Seen(Thread thread, String name, String string, String stack) {
        static Seen now() {
            return new Seen(
                    Thread.currentThread(),
                    Thread.currentThread().getName(),
                    Thread.currentThread().toString(),
                    Arrays.toString(Thread.currentThread().getStackTrace()));
        }
    }

    /** An echo that records where it ran. */
    private static final class Witness implements Protocol {
        final BlockingQueue<Connection> connections = new LinkedBlockingQueue<>();
        final BlockingQueue<Seen> opened = new LinkedBlockingQueue<>();
        final BlockingQueue<Seen> received = new LinkedBlockingQueue<>();

        @Override
        public Session open(Connection connection) {
            connections.add(connection);
            opened.add(Seen.now());
            return in -> {
                received.add(Seen.now());
                connection.write(in);
            };
        }
    }

    private final Witness witness = new Witness();

    private static <T> T next(BlockingQueue<T> queue) throws InterruptedException {
        @Nullable T next = queue.poll(120, TimeUnit.SECONDS);
        assertThat(next).isNotNull();
        return next;
    }

    private Socket client(Engine engine) throws IOException {
        var listener =
                engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), witness, Options.DEFAULT);
        Socket socket = new Socket();
        socket.connect(listener.address());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private Seen exchange(Socket socket) throws IOException, InterruptedException {
        socket.getOutputStream().write(42);
        assertThat(socket.getInputStream().read()).isEqualTo(42);
        return next(witness.received);
    }

    @Test
    void oneThreadCarriesEverything() throws Exception {
        try (Engine engine = Engines.start("virtual-loop");
                Socket one = client(engine);
                Socket two = client(engine)) {
            Seen first = exchange(one);
            Seen second = exchange(two);
            assertThat(first.thread().isVirtual()).isTrue();
            assertThat(second.thread()).as("each has its own").isNotEqualTo(first.thread());
            assertThat(next(witness.opened).thread()).as("for life").isEqualTo(first.thread());
            assertThat(exchange(one).thread()).as("for life").isEqualTo(first.thread());
            for (Seen seen : new Seen[] {first, second}) {
                assertThat(seen.string()).as("its carrier").endsWith("@gearbox-virtual-loop-1");
                assertThat(seen.stack())
                        .as("no channel")
                        .contains("BlockingTransport.read")
                        .doesNotContain("sun.nio");
            }
            assertThat(Thread.getAllStackTraces().keySet().stream()
                            .map(Thread::getName)
                            .filter(name -> name.startsWith("gearbox")))
                    .as("platform threads, with acceptor and timers")
                    .containsExactly("gearbox-virtual-loop-1");
        }
    }

    @Test
    void tasksAndTimersOfAConnectionThatWaitsRunOnItsLoopToo() throws Exception {
        try (Engine engine = Engines.start("virtual-loop?threads=2");
                Socket client = client(engine)) {
            Seen owner = exchange(client);
            Connection connection = next(witness.connections);
            CompletableFuture<Seen> task = new CompletableFuture<>();
            connection.execute(() -> task.complete(Seen.now()));
            CompletableFuture<Seen> timer = new CompletableFuture<>();
            connection.schedule(Duration.ofMillis(1), () -> timer.complete(Seen.now()));
            for (CompletableFuture<Seen> each : java.util.List.of(task, timer)) {
                Seen seen = each.get(120, TimeUnit.SECONDS);
                assertThat(seen.thread().isVirtual()).isTrue();
                assertThat(carrier(seen)).isEqualTo(carrier(owner));
                assertThat(seen.name())
                        .as("a helper thread, or its own if it was not waiting at that moment")
                        .matches(owner.name() + "|gearbox-virtual-loop-1-helper-\\d+");
            }
        }
    }

    @Test
    void connectionsAreDealtOutAndStay() throws Exception {
        try (Engine engine = Engines.start("virtual-loop?threads=2");
                Socket one = client(engine);
                Socket two = client(engine)) {
            String first = carrier(exchange(one));
            String second = carrier(exchange(two));
            assertThat(java.util.List.of(first, second))
                    .containsExactlyInAnyOrder("gearbox-virtual-loop-1", "gearbox-virtual-loop-2");
            for (int exchange = 0; exchange < 10; exchange++) {
                assertThat(carrier(exchange(one))).isEqualTo(first);
                assertThat(carrier(exchange(two))).isEqualTo(second);
            }
        }
    }

    private static String carrier(Seen seen) {
        return seen.string().substring(seen.string().indexOf('@') + 1);
    }
}
