package dev.gearbox.engines.all;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.gearbox.core.BadSpecException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Loops;
import dev.gearbox.core.Options;
import dev.gearbox.core.Protocol;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.Conditions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicBoolean;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Engines that balance their loops, with connections that load one of them. */
class RebalanceTest {
    private static final int CLIENTS = 24;
    private static final long WORK_NANOS = 300_000;

    /** The engine that drives a connection, by the port of its peer. */
    private final Map<Integer, String> homes = new ConcurrentHashMap<>();

    private final AtomicBoolean enough = new AtomicBoolean();

    /** Computes for each byte, on whichever loop it is. */
    private final Protocol work = connection -> new Session() {
        @Override
        public void received(ByteBuffer in) {
            homes.put(port(connection), Thread.currentThread().getName());
            long begin = System.nanoTime();
            long work = WORK_NANOS * in.remaining();
            while (System.nanoTime() - begin < work) {
                Thread.onSpinWait();
            }
            connection.write(in);
        }
    };

    private static int port(Connection connection) {
        return ((InetSocketAddress) connection.remoteAddress()).getPort();
    }

    private static Socket connect(Listener listener) throws IOException {
        Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), ((InetSocketAddress) listener.address()).getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void echo(Socket socket, int bytes) throws IOException {
        socket.getOutputStream().write(new byte[bytes]);
        assertThat(socket.getInputStream().readNBytes(bytes)).hasSize(bytes);
    }

    private static Listener listen(Engine engine, Protocol protocol) throws IOException {
        return engine.listen(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), protocol, Options.DEFAULT);
    }

    /** @param bytes of each request: with many, a loop has work on a machine on which clients run only now and then */
    private List<FutureTask<Void>> talk(List<Socket> sockets, int bytes) {
        List<FutureTask<Void>> talks = new ArrayList<>();
        for (Socket socket : sockets) {
            FutureTask<Void> talk = new FutureTask<>(() -> {
                while (!enough.get()) {
                    echo(socket, bytes);
                }
                return null;
            });
            Thread.ofVirtual().start(talk);
            talks.add(talk);
        }
        return talks;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "reactors?threads=2&rebalance=true",
                "epoll?threads=2&rebalance=true",
                "uring?threads=2&rebalance=true"
            })
    void connectionsThatKeepOneLoopBusyPart(String spec) throws Exception {
        try (Engine engine = Engines.start(spec);
                Listener listener = listen(engine, work)) {
            List<Socket> sockets = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                Socket socket = connect(listener);
                echo(socket, 1);
                sockets.add(socket);
            }
            String crowded = requireNonNull(homes.get(sockets.getFirst().getLocalPort()));
            List<Socket> hot = sockets.stream()
                    .filter(socket -> crowded.equals(homes.get(socket.getLocalPort())))
                    .toList();
            assertThat(hot).hasSizeBetween(2, CLIENTS - 1);
            List<FutureTask<Void>> talks = talk(hot, 10);
            try {
                Conditions.await(
                        "some are on another loop",
                        () -> hot.stream()
                                        .filter(socket -> !crowded.equals(homes.get(socket.getLocalPort())))
                                        .count()
                                >= hot.size() / 4);
            } finally {
                enough.set(true);
            }
            for (FutureTask<Void> talk : talks) {
                talk.get();
            }
            assertThat(engine.stats().moves()).isPositive();
            assertThat(engine.stats().connections()).isEqualTo(CLIENTS);
            for (Socket socket : sockets) {
                echo(socket, 1);
                socket.close();
            }
        }
    }

    @Test
    void loopsComeAndGoWithTheLoad() throws Exception {
        try (Engine engine = Engines.start("reactors?threads=1&rebalance=true&most=2");
                Listener listener = listen(engine, work)) {
            Loops loops = engine.loops().orElseThrow();
            List<Socket> sockets = new ArrayList<>();
            for (int client = 0; client < 4; client++) {
                sockets.add(connect(listener));
            }
            List<FutureTask<Void>> talks = talk(sockets, 100);
            try {
                Conditions.await("a second loop", () -> loops.loads().size() == 2);
                Conditions.await(
                        "which is used",
                        () -> homes.values().stream().distinct().count() == 2);
            } finally {
                enough.set(true);
            }
            for (FutureTask<Void> talk : talks) {
                talk.get();
            }
            Conditions.await("one loop is enough", () -> loops.loads().size() == 1);
            for (Socket socket : sockets) {
                echo(socket, 1);
                socket.close();
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "epoll?most=2|epoll: most needs rebalance=true, since new threads would get no connections",
                "uring?threads=3&rebalance=true&most=2|uring: most=2 is less than the 3 threads at first",
                "reactors?rebalance=maybe|reactors: rebalance cannot be \"maybe\". It takes: true or false",
                "reactors?rebalance=true&most=1025|reactors: most cannot be \"1025\". It takes: integer from 0 to 1024",
                "reactors?per=4&rebalance=true|reactors: per and rebalance exclude each other; give one of them"
            })
    void aSpecThatMakesNoSenseIsRefused(String spec, String message) {
        Assertions.assertThatThrownBy(() -> Engines.start(spec))
                .isInstanceOf(BadSpecException.class)
                .hasMessage(message);
    }
}
