package dev.gearbox.engines.linux;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.gearbox.core.Connection;
import dev.gearbox.core.Engine;
import dev.gearbox.core.Engines;
import dev.gearbox.core.Listener;
import dev.gearbox.core.Options;
import dev.gearbox.testkit.Conditions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** A ring has room for a fixed number of connections, which are not descriptors of the process. */
class UringSlotsTest {
    private static final int SLOTS = 5;
    private static final int CROWD = 12;

    private static Listener listen(Engine engine, InetAddress host) throws IOException {
        return engine.listen(new InetSocketAddress(host, 0), connection -> connection::write, Options.DEFAULT);
    }

    private static Socket connect(SocketAddress address) throws IOException {
        InetSocketAddress internet = (InetSocketAddress) address;
        Socket socket = new Socket(InetAddress.getLoopbackAddress(), internet.getPort());
        socket.setSoTimeout(20_000);
        return socket;
    }

    private static void echo(Socket socket, int value) throws IOException {
        socket.getOutputStream().write(value);
        assertThat(socket.getInputStream().read()).isEqualTo(value);
    }

    @Test
    void whoFindsNoRoomIsServedWhenSomebodyLeaves() throws IOException {
        try (Engine engine = Engines.start("uring?slots=" + SLOTS);
                Listener listener = listen(engine, InetAddress.getLoopbackAddress())) {
            List<Socket> crowd = new ArrayList<>();
            for (int index = 0; index < CROWD; index++) {
                Socket socket = connect(listener.address());
                socket.getOutputStream().write(index);
                crowd.add(socket);
            }
            for (int index = 0; index < CROWD; index++) {
                assertThat(crowd.get(index).getInputStream().read()).isEqualTo(index);
                assertThat(engine.stats().connections()).isBetween(1, SLOTS);
                crowd.get(index).close();
            }
        }
    }

    /** The accepts of the first listener have reserved all slots when the second one starts. */
    @Test
    void anIdleListenerReleasesSlotsToOneWithoutAny() throws IOException {
        try (Engine engine = Engines.start("uring?slots=16");
                Listener idle = listen(engine, InetAddress.getLoopbackAddress());
                Listener busy = listen(engine, InetAddress.getLoopbackAddress())) {
            List<Socket> crowd = new ArrayList<>();
            // The idle one keeps one.
            for (int index = 0; index < 15; index++) {
                Socket socket = connect(busy.address());
                echo(socket, index);
                crowd.add(socket);
            }
            Socket waiting = connect(busy.address());
            waiting.getOutputStream().write(15);
            Socket last = connect(idle.address());
            echo(last, 16);
            crowd.getFirst().close();
            assertThat(waiting.getInputStream().read()).isEqualTo(15);
            for (Socket socket : crowd) {
                socket.close();
            }
            for (Listener each : List.of(idle, busy)) {
                for (int round = 0; round < 20; round++) {
                    try (Socket socket = connect(each.address())) {
                        echo(socket, round);
                    }
                }
            }
            waiting.close();
            last.close();
        }
    }

    /** The slot that an idle listener keeps is free when it is closed. */
    @Test
    void aClosedListenerReleasesItsLastSlot() throws IOException {
        try (Engine engine = Engines.start("uring?slots=2")) {
            Listener idle = listen(engine, InetAddress.getLoopbackAddress());
            Listener busy = listen(engine, InetAddress.getLoopbackAddress());
            try (Socket first = connect(busy.address());
                    Socket second = connect(busy.address())) {
                echo(first, 1);
                second.getOutputStream().write(2);
                assertThat(engine.stats().accepted()).isEqualTo(1);
                idle.close();
                assertThat(second.getInputStream().read()).isEqualTo(2);
            }
        }
    }

    /** The kernel looks up the slot when it processes the shutdown: by then the next connection may be there. */
    @Test
    void aSlotIsNotGivenAwayBeforeItsOutputHasEnded() throws Exception {
        try (Engine engine = Engines.start("uring");
                Listener listener = engine.listen(
                        new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                        connection -> in -> {
                            connection.write(in);
                            connection.end();
                        },
                        Options.DEFAULT)) {
            List<FutureTask<Void>> crowd = new ArrayList<>();
            for (int party = 0; party < 3; party++) {
                FutureTask<Void> task = new FutureTask<>(() -> {
                    for (int round = 0; round < 300; round++) {
                        try (Socket socket = connect(listener.address())) {
                            socket.getOutputStream().write(7);
                            socket.shutdownOutput();
                            assertThat(socket.getInputStream().readAllBytes()).containsExactly(7);
                        }
                    }
                    return null;
                });
                crowd.add(task);
                Thread.ofPlatform().daemon().start(task);
            }
            for (FutureTask<Void> task : crowd) {
                task.get();
            }
        }
    }

    /** Another connection waits for the place of the one that leaves; it gets it when that one has arrived elsewhere, not before. */
    @Test
    void aConnectionThatComesBackToAFullRingHasItsPlace() throws Exception {
        try (Engine engine = Engines.start("uring?slots=1");
                Engine full = Engines.start("uring?slots=1");
                Engine target = Engines.start("uring?slots=1");
                Listener listener = listen(engine, InetAddress.getLoopbackAddress());
                Listener occupied = listen(full, InetAddress.getLoopbackAddress());
                Socket first = connect(listener.address());
                Socket occupant = connect(occupied.address())) {
            echo(first, 1);
            echo(occupant, 1);
            Connection connection = engine.connections().findFirst().orElseThrow();
            try (Socket waiting = connect(listener.address())) {
                waiting.getOutputStream().write(2);
                for (int round = 0; round < 20; round++) {
                    assertThatThrownBy(() -> shift(connection, full))
                            .hasMessageContaining("no ring of uring?slots=1 has room");
                    echo(first, round);
                }
                shift(connection, target);
                assertThat(waiting.getInputStream().read()).isEqualTo(2);
                echo(first, 3);
            }
        }
    }

    private static void shift(Connection connection, Engine to) {
        join(connection.shiftTo(to));
    }

    @Test
    void anEngineWithoutRoomRefusesToConnect() throws IOException {
        try (Engine server = Engines.start("epoll");
                Listener listener = listen(server, InetAddress.getLoopbackAddress());
                Engine engine = Engines.start("uring?slots=1")) {
            join(connect(engine, listener));
            refused(connect(engine, listener), "no ring of uring?slots=1 has room for another connection");
        }
    }

    /** The ring whose turn it is may be full while another has room. */
    @Test
    void aFullRingPassesConnectionsOnToOneWithRoom() throws Exception {
        try (Engine server = Engines.start("epoll");
                Listener listener = listen(server, InetAddress.getLoopbackAddress());
                Engine engine = Engines.start("uring?threads=2&slots=1");
                Socket shifted = connect(listener.address())) {
            echo(shifted, 1);
            Connection guest = server.connections().findFirst().orElseThrow();
            join(connect(engine, listener));
            join(connect(engine, listener)).close();
            Conditions.await("the second has left", () -> engine.stats().connections() == 1);
            // It is the first ring's turn, and the second one has room.
            Connection third = join(connect(engine, listener));
            refused(connect(engine, listener), "no ring of " + engine + " has room for another connection");
            assertThatThrownBy(() -> shift(guest, engine)).hasMessageContaining("no ring of " + engine + " has room");
            echo(shifted, 2);
            third.close();
            Conditions.await("the third has left", () -> engine.stats().connections() == 1);
            for (int turn = 0; turn < 3; turn++) {
                shift(guest, engine);
                echo(shifted, 3);
                shift(guest, server);
                echo(shifted, 4);
            }
        }
    }

    private static CompletionStage<Connection> connect(Engine engine, Listener listener) {
        return engine.connect(listener.address(), connection -> connection::write, Options.DEFAULT);
    }

    private static <T> T join(CompletionStage<T> stage) {
        return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
    }

    private static void refused(CompletionStage<?> connecting, String reason) {
        assertThatThrownBy(() -> join(connecting))
                .isInstanceOf(CompletionException.class)
                .hasRootCauseMessage(reason);
    }

    /** Also if we listen on a wildcard address, when each connection is a descriptor for a moment. */
    @Test
    void connectionsAreNoDescriptors() throws IOException {
        for (InetAddress host : List.of(InetAddress.getLoopbackAddress(), new InetSocketAddress(0).getAddress())) {
            try (Engine engine = Engines.start("uring");
                    Listener listener = listen(engine, host)) {
                List<Socket> crowd = new ArrayList<>();
                echoAll(listener, crowd, 1);
                long before = descriptors();
                echoAll(listener, crowd, 100);
                // Only the clients' own ends, in this very process.
                assertThat(descriptors() - before).isEqualTo(100);
                for (Socket socket : crowd) {
                    socket.close();
                }
            }
        }
    }

    private static void echoAll(Listener listener, List<Socket> crowd, int count) throws IOException {
        for (int index = 0; index < count; index++) {
            Socket socket = connect(listener.address());
            echo(socket, index);
            crowd.add(socket);
        }
    }

    private static long descriptors() throws IOException {
        try (var entries = Files.list(Path.of("/proc/self/fd"))) {
            return entries.count();
        }
    }
}
