package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Fault;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Collecting;
import dev.gearbox.testkit.stage.Stage;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

/** Bytes come back as they went, however they were cut on their way. */
final class EchoBehaviours {
    /** Smaller than any send buffer and larger than any read buffer. */
    private static final int MEDIUM = 200_000;

    private EchoBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("echo of a few messages", EchoBehaviours::few),
                Behaviour.of("echo of random sizes in random chunks", EchoBehaviours::randomChunks),
                Behaviour.of("echo of one byte at a time", EchoBehaviours::oneByteAtATime),
                Behaviour.of("pipelined requests are answered in order", EchoBehaviours::pipelined),
                Behaviour.of("8 MB to a reader that starts late behind a tiny window", EchoBehaviours::lateReader),
                Behaviour.of("large answers made of small writes", EchoBehaviours::smallWrites),
                Behaviour.needing(Capability.CLIENT, "a client talks to a plain server", EchoBehaviours::client));
    }

    private static void few(Stage stage) throws Exception {
        Peer peer = stage.peer(stage.listen(connection -> connection::write));
        for (int size : new int[] {5, 1_000, 3}) {
            peer.echo(stage.bytes(size));
        }
        peer.endOutput();
        Check.equal(0, peer.receiveAll().length, "bytes after the last answer");
    }

    private static void randomChunks(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        List<Callable<?>> peers = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            byte[] bytes = stage.bytes(stage.random().nextInt(1, MEDIUM));
            Fault how = new Fault.RandomChunks(
                    stage.random().nextLong(), 1 << stage.random().nextInt(8, 16));
            peers.add(() -> {
                exchange(stage, stage.peer(address), bytes, how);
                return null;
            });
        }
        stage.together(peers);
    }

    private static void oneByteAtATime(Stage stage) throws Exception {
        exchange(
                stage,
                stage.peer(stage.listen(connection -> connection::write)),
                stage.bytes(1_500),
                new Fault.OneByteAtATime());
    }

    private static void exchange(Stage stage, Peer peer, byte[] bytes, Fault how) throws Exception {
        FutureTask<Void> sending = stage.start(() -> {
            peer.send(bytes, how);
            peer.endOutput();
            return null;
        });
        Check.equal(bytes, peer.receiveAll(), "echo, sent by " + how);
        stage.finish(sending);
    }

    /** Answers by number, so that a lost, doubled or reordered one shows, not only a byte. */
    private static void pipelined(Stage stage) throws Exception {
        int requests = 3_000;
        Peer peer = stage.peer(stage.listen(connection -> {
            ByteBuffer answer = ByteBuffer.allocate(Integer.BYTES);
            return in -> {
                while (in.remaining() >= Integer.BYTES) {
                    connection.write(answer.clear().putInt(in.getInt() + 1).flip());
                }
            };
        }));
        ByteBuffer all = ByteBuffer.allocate(requests * Integer.BYTES);
        for (int number = 0; number < requests; number++) {
            all.putInt(number);
        }
        peer.send(all.array(), new Fault.RandomChunks(stage.random().nextLong(), 700));
        ByteBuffer answers = ByteBuffer.wrap(peer.receive(requests * Integer.BYTES));
        for (int number = 0; number < requests; number++) {
            Check.equal(number + 1, answers.getInt(), "answer to request " + number);
        }
    }

    private static void lateReader(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(8_000_000);
        CompletableFuture<Void> filled = new CompletableFuture<>();
        InetSocketAddress address = stage.listen(connection -> {
            ByteBuffer rest = ByteBuffer.wrap(bytes);
            return new dev.gearbox.core.Session() {
                @Override
                public void received(ByteBuffer in) {
                    in.position(in.limit());
                    writable();
                }

                @Override
                public void writable() {
                    while (rest.hasRemaining()) {
                        // Many small sends might each go whole or not at all; more than the kernel ever queues must go
                        // in part.
                        int most = rest.position() == 0 ? 6_000_000 : 10_000;
                        ByteBuffer piece = rest.slice(rest.position(), Math.min(most, rest.remaining()));
                        rest.position(rest.position() + piece.remaining());
                        if (!connection.write(piece)) {
                            filled.complete(null);
                            return;
                        }
                    }
                    connection.end();
                }
            };
        });
        Peer peer = stage.peer(address, 4 << 10);
        peer.send(new byte[1]);
        Patience.await("the server has more to send than it may queue", filled);
        Check.equal(bytes, peer.receiveAll(), "what the late reader got");
    }

    private static void smallWrites(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(100_000);
        int[] sizes = stage.random().ints(200_000, 1, 9).toArray();
        Peer peer = stage.peer(stage.listen(connection -> in -> {
            in.position(in.limit());
            for (int at = 0, index = 0; at < bytes.length; index++) {
                int step = Math.min(sizes[index], bytes.length - at);
                connection.write(ByteBuffer.wrap(bytes, at, step));
                at += step;
            }
        }));
        peer.send(new byte[1]);
        Check.equal(bytes, peer.receive(bytes.length), "the pieces together");
    }

    private static void client(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(MEDIUM);
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(Math.toIntExact(Patience.LIMIT.toMillis()));
            FutureTask<Void> serving = stage.start(() -> {
                Peer peer = stage.closing(Peer.of(server.accept()));
                byte[] received = peer.receive(bytes.length);
                peer.send(received, new Fault.RandomChunks(7, 5_000));
                peer.endOutput();
                Check.equal(0, peer.receiveAll().length, "more from the client");
                return null;
            });
            stage.connect(
                    (InetSocketAddress) server.getLocalSocketAddress(),
                    connection -> {
                        connection.write(ByteBuffer.wrap(bytes));
                        return new Collecting(got);
                    },
                    Stage.OPTIONS);
            Check.equal(bytes, Patience.await("the client has read to the end", got), "what the client got back");
            stage.finish(serving);
            stage.awaitAllClosed();
        }
        Check.equal(1L, stage.engine().stats().connected(), "EngineStats.connected");
    }
}
