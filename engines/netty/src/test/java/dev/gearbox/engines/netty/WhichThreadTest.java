package dev.gearbox.engines.netty;

import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A model is what its name says: an acceptor's thread, event loops to which connections are assigned round-robin and on which they stay, and callbacks that
 * come from the transport that the name promises.
 */
class WhichThreadTest {
    /** What a callback saw. */
    private record Seen(String thread, String stack, Connection connection) {
        static Seen now(Connection connection) {
            String stack = Arrays.stream(Thread.currentThread().getStackTrace())
                    .map(frame -> frame.getClassName() + "." + frame.getMethodName())
                    .collect(Collectors.joining("\n"));
            return new Seen(Thread.currentThread().getName(), stack, connection);
        }
    }

    /** An echo that records where it ran. */
    private static final class Witness implements Protocol {
        final BlockingQueue<Seen> opened = new LinkedBlockingQueue<>();
        final BlockingQueue<Seen> received = new LinkedBlockingQueue<>();

        @Override
        public Session open(Connection connection) {
            opened.add(Seen.now(connection));
            return in -> {
                received.add(Seen.now(connection));
                connection.write(in);
            };
        }

        static Seen next(BlockingQueue<Seen> queue) throws InterruptedException {
            Seen seen = queue.poll(120, TimeUnit.SECONDS);
            assertThat(seen).as("a callback").isNotNull();
            return seen;
        }
    }

    @ParameterizedTest(name = "{0}")
    @CsvSource({
        "netty-nio, io.netty.channel.nio.NioIoHandler.run",
        "netty-epoll, io.netty.channel.epoll.EpollIoHandler.run",
        "netty-uring, io.netty.channel.uring.IoUringIoHandler.run"
    })
    void connectionsAreDealtOutToLoopsAndStay(String model, String waiting) throws Exception {
        Witness witness = new Witness();
        List<Socket> clients = new ArrayList<>();
        try (Engine engine = Engines.start(model + "?threads=2");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), witness, Options.DEFAULT)) {
            List<String> threads = new ArrayList<>();
            for (int index = 0; index < 4; index++) {
                Socket client = client(listener);
                clients.add(client);
                Seen seen = exchange(client, witness);
                threads.add(seen.thread());
                assertThat(seen.stack())
                        .as("read where " + model + " reads")
                        .contains(waiting, "NettyChannelTransport.channelRead");
                Seen opened = Witness.next(witness.opened);
                assertThat(opened.thread()).as("opened where it is served").isEqualTo(seen.thread());
            }
            assertThat(Set.copyOf(threads))
                    .as("two loops, one for each core")
                    .containsExactlyInAnyOrder("gearbox-" + model + "-1", "gearbox-" + model + "-2");
            assertThat(threads.get(2)).as("in turn").isEqualTo(threads.get(0)).isNotEqualTo(threads.get(1));
            for (int index = 0; index < 4; index++) {
                Seen again = exchange(clients.get(index), witness);
                assertThat(again.thread()).as("where it stays").isEqualTo(threads.get(index));
                CompletableFuture<String> task = new CompletableFuture<>();
                again.connection()
                        .execute(() -> task.complete(Thread.currentThread().getName()));
                assertThat(task.get(120, TimeUnit.SECONDS)).as("tasks too").isEqualTo(threads.get(index));
            }
            assertThat(gearboxThreads())
                    .containsExactlyInAnyOrder(
                            "gearbox-" + model + "-acceptor-1", "gearbox-" + model + "-1", "gearbox-" + model + "-2");
        } finally {
            for (Socket client : clients) {
                client.close();
            }
        }
        assertThat(gearboxThreads()).as("after close() has returned").isEmpty();
    }

    private static Socket client(Listener listener) throws IOException {
        Socket socket = new Socket();
        socket.connect(listener.address());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static Seen exchange(Socket socket, Witness witness) throws IOException, InterruptedException {
        socket.getOutputStream().write(42);
        assertThat(socket.getInputStream().read()).isEqualTo(42);
        return Witness.next(witness.received);
    }

    private static Set<String> gearboxThreads() {
        return Thread.getAllStackTraces().keySet().stream()
                .map(Thread::getName)
                .filter(name -> name.startsWith("gearbox"))
                .collect(Collectors.toSet());
    }
}
