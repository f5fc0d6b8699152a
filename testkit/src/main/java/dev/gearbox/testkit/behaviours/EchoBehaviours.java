package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.Capability;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Chunking;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.CollectingSession;
import dev.gearbox.testkit.fixture.EngineFixture;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.FutureTask;

/** Bytes come back unchanged, however they were split on the way. */
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

    private static void few(EngineFixture fixture) throws Exception {
        Peer peer = fixture.peer(fixture.listen(connection -> connection::write));
        for (int size : new int[] {5, 1_000, 3}) {
            peer.echo(fixture.bytes(size));
        }
        peer.endOutput();
        Assert.equal(0, peer.receiveAll().length, "bytes after the last answer");
    }

    private static void randomChunks(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        List<Callable<?>> peers = new ArrayList<>();
        for (int index = 0; index < 4; index++) {
            byte[] bytes = fixture.bytes(fixture.random().nextInt(1, MEDIUM));
            Chunking how = new Chunking.RandomChunks(
                    fixture.random().nextLong(), 1 << fixture.random().nextInt(8, 16));
            peers.add(() -> {
                exchange(fixture, fixture.peer(address), bytes, how);
                return null;
            });
        }
        fixture.together(peers);
    }

    private static void oneByteAtATime(EngineFixture fixture) throws Exception {
        exchange(
                fixture,
                fixture.peer(fixture.listen(connection -> connection::write)),
                fixture.bytes(1_500),
                new Chunking.OneByteAtATime());
    }

    private static void exchange(EngineFixture fixture, Peer peer, byte[] bytes, Chunking how) throws Exception {
        FutureTask<Void> sending = fixture.start(() -> {
            peer.send(bytes, how);
            peer.endOutput();
            return null;
        });
        Assert.equal(bytes, peer.receiveAll(), "echo, sent by " + how);
        fixture.finish(sending);
    }

    /** Answers carry numbers, so that a lost, duplicated or reordered answer is noticed, not only a wrong byte. */
    private static void pipelined(EngineFixture fixture) throws Exception {
        int requests = 3_000;
        Peer peer = fixture.peer(fixture.listen(connection -> {
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
        peer.send(all.array(), new Chunking.RandomChunks(fixture.random().nextLong(), 700));
        ByteBuffer answers = ByteBuffer.wrap(peer.receive(requests * Integer.BYTES));
        for (int number = 0; number < requests; number++) {
            Assert.equal(number + 1, answers.getInt(), "answer to request " + number);
        }
    }

    private static void lateReader(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(8_000_000);
        CompletableFuture<Void> filled = new CompletableFuture<>();
        InetSocketAddress address = fixture.listen(connection -> {
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
                        // Many small sends might each be sent whole or not at all; a send of more than the kernel ever
                        // queues must be partial.
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
        Peer peer = fixture.peer(address, 4 << 10);
        peer.send(new byte[1]);
        Conditions.await("the server has more to send than it may queue", filled);
        Assert.equal(bytes, peer.receiveAll(), "what the late reader got");
    }

    private static void smallWrites(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(100_000);
        int[] sizes = fixture.random().ints(200_000, 1, 9).toArray();
        Peer peer = fixture.peer(fixture.listen(connection -> in -> {
            in.position(in.limit());
            for (int at = 0, index = 0; at < bytes.length; index++) {
                int step = Math.min(sizes[index], bytes.length - at);
                connection.write(ByteBuffer.wrap(bytes, at, step));
                at += step;
            }
        }));
        peer.send(new byte[1]);
        Assert.equal(bytes, peer.receive(bytes.length), "the pieces together");
    }

    private static void client(EngineFixture fixture) throws Exception {
        byte[] bytes = fixture.bytes(MEDIUM);
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        try (ServerSocket server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            server.setSoTimeout(Math.toIntExact(Conditions.LIMIT.toMillis()));
            FutureTask<Void> serving = fixture.start(() -> {
                Peer peer = fixture.closing(Peer.of(server.accept()));
                byte[] received = peer.receive(bytes.length);
                peer.send(received, new Chunking.RandomChunks(7, 5_000));
                peer.endOutput();
                Assert.equal(0, peer.receiveAll().length, "more from the client");
                return null;
            });
            fixture.connect(
                    (InetSocketAddress) server.getLocalSocketAddress(),
                    connection -> {
                        connection.write(ByteBuffer.wrap(bytes));
                        return new CollectingSession(got);
                    },
                    EngineFixture.OPTIONS);
            Assert.equal(bytes, Conditions.await("the client has read to the end", got), "what the client got back");
            fixture.finish(serving);
            fixture.awaitAllClosed();
        }
        Assert.equal(1L, fixture.engine().stats().connected(), "EngineStats.connected");
    }
}
