package dev.gearbox.testkit;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Back-pressure, both ways: what a peer does not take, or a session does not want, is not read. */
final class FlowBehaviours {
    /** One read, at most. */
    private static final int READ = 64 << 10;

    private FlowBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("a reader that never reads stops the server reading", FlowBehaviours::neverReads),
                Behaviour.of(
                        "write says false above the high-water mark, writable follows", FlowBehaviours::waterMarks),
                Behaviour.of("a session that goes on writing is cut off at its cap", FlowBehaviours::backlogCap),
                Behaviour.of("a slow reader costs the others nothing", FlowBehaviours::slowReader),
                Behaviour.of("pause stops reading, resume goes on where it was", FlowBehaviours::pause),
                Behaviour.of("pause from a task, while bytes are awaited", FlowBehaviours::pauseFromTask));
    }

    private static void neverReads(Stage stage) throws Exception {
        InetSocketAddress address = stage.listen(connection -> connection::write);
        try (SocketChannel peer = SocketChannel.open()) {
            peer.setOption(StandardSocketOptions.SO_RCVBUF, 16 << 10);
            peer.setOption(StandardSocketOptions.SO_SNDBUF, 64 << 10);
            peer.connect(address);
            peer.configureBlocking(false);
            long sent = fill(stage, peer);
            EngineStats stats = stage.engine().stats();
            long held = stats.bytesRead() - stats.bytesWritten();
            int limit = Options.DEFAULT.highWater() + 2 * READ;
            Check.that(held <= limit, held + " bytes are held for a peer that does not read; at most " + limit);
            long received = drain(peer, sent);
            Check.equal(sent, received, "bytes that came back at last");
        }
    }

    /** Sends until the server takes no more: its figures stand still and so does the socket. */
    private static long fill(Stage stage, SocketChannel peer) throws Exception {
        ByteBuffer chunk = ByteBuffer.allocateDirect(32 << 10);
        AtomicLong sent = new AtomicLong();
        long limit = 200L << 20;
        long still = 0;
        long before = -1;
        while (still < 40) {
            chunk.clear();
            fillByPosition(chunk, sent.get());
            chunk.flip();
            int count = peer.write(chunk);
            sent.addAndGet(count);
            Check.that(sent.get() < limit, "the server read " + sent + " bytes and none of the answers was taken");
            long now = stage.engine().stats().bytesRead();
            still = count == 0 && now == before ? still + 1 : 0;
            before = now;
            if (count == 0) {
                java.util.concurrent.locks.LockSupport.parkNanos(1_000_000);
            }
        }
        return sent.get();
    }

    private static void fillByPosition(ByteBuffer chunk, long from) {
        for (long at = from; chunk.hasRemaining(); at++) {
            chunk.put(byteAt(at));
        }
    }

    /** Without a period: bytes of another place never look right. */
    private static byte byteAt(long position) {
        long mixed = (position + 1) * 0x9E3779B97F4A7C15L;
        return (byte) ((mixed ^ (mixed >>> 29)) >>> 24);
    }

    private static long drain(SocketChannel peer, long expected) throws Exception {
        ByteBuffer chunk = ByteBuffer.allocateDirect(256 << 10);
        long[] received = new long[1];
        Patience.await("all comes back that was sent", () -> {
            try {
                while (peer.read(chunk.clear()) > 0) {
                    for (chunk.flip(); chunk.hasRemaining(); received[0]++) {
                        if (chunk.get() != byteAt(received[0])) {
                            throw new AssertionError("byte " + received[0] + " is another one");
                        }
                    }
                }
            } catch (java.io.IOException failure) {
                throw new java.io.UncheckedIOException(failure);
            }
            return received[0] >= expected;
        });
        return received[0];
    }

    private static void waterMarks(Stage stage) throws Exception {
        int total = 6_000_000;
        byte[] bytes = stage.bytes(total);
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        Options options = Options.DEFAULT.withWater(100_000, 20_000);
        InetSocketAddress address = stage.listen(
                connection -> {
                    Pump pump = new Pump(connection, bytes, refused);
                    pump.run();
                    return new Session() {
                        @Override
                        public void received(ByteBuffer in) {
                            in.position(in.limit());
                        }

                        @Override
                        public void writable() {
                            told.incrementAndGet();
                            if (told.get() > refused.get()) {
                                stage.violation("writable() more often than write() said false");
                            }
                            pump.run();
                        }
                    };
                },
                options);
        Peer peer = stage.peer(address, 32 << 10);
        Check.equal(bytes, peer.receiveAll(), "what was pumped");
        peer.endOutput();
        stage.awaitAllClosed();
        Check.that(refused.get() > 0, "write() never said false");
        Check.equal(refused.get(), told.get(), "writable() for each false");
    }

    /** Writes as long as it may, then ends. */
    private static final class Pump implements Runnable {
        private final Connection connection;
        private final ByteBuffer rest;
        private final AtomicInteger refused;

        Pump(Connection connection, byte[] bytes, AtomicInteger refused) {
            this.connection = connection;
            this.refused = refused;
            rest = ByteBuffer.wrap(bytes);
        }

        @Override
        public void run() {
            while (rest.hasRemaining()) {
                int step = Math.min(30_000, rest.remaining());
                ByteBuffer piece = rest.slice(rest.position(), step);
                rest.position(rest.position() + step);
                if (!connection.write(piece)) {
                    refused.incrementAndGet();
                    break;
                }
            }
            if (!rest.hasRemaining()) {
                connection.end();
            }
        }
    }

    private static void backlogCap(Stage stage) throws Exception {
        ByteBuffer piece = ByteBuffer.allocate(50_000);
        Script script = new Script().opening(connection -> {
            for (int count = 0; count < 100; count++) {
                connection.write(piece.clear());
            }
        });
        Peer peer = stage.peer(
                stage.listen(script, Options.DEFAULT.withWater(100_000, 50_000).withCaps(1_000_000, 1_000)));
        Check.instance(BacklogOverflowException.class, script.cause(), "cause");
        peer.awaitClosed();
    }

    private static void slowReader(Stage stage) throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        InetSocketAddress flood = stage.listen(connection -> {
            flood(connection);
            return new Session() {
                @Override
                public void received(ByteBuffer in) {
                    in.position(in.limit());
                }

                @Override
                public void writable() {
                    flood(connection);
                    stuck.countDown();
                }
            };
        });
        stage.peer(flood, 4 << 10);
        Peer other = stage.peer(stage.listen(connection -> connection::write));
        Patience.await("the flood has begun", stuck);
        for (int round = 0; round < 200; round++) {
            other.echo(stage.bytes(100));
        }
    }

    private static void flood(Connection connection) {
        boolean more = true;
        while (more) {
            more = connection.write(ByteBuffer.allocate(20_000));
        }
    }

    private static void pause(Stage stage) throws Exception {
        byte[] bytes = stage.bytes(3_000_000);
        AtomicBoolean paused = new AtomicBoolean();
        AtomicInteger pauses = new AtomicInteger();
        CountDownLatch first = new CountDownLatch(1);
        CompletableFuture<byte[]> got = new CompletableFuture<>();
        Script script = new Script();
        Collecting collecting = new Collecting(got);
        script.receiving((connection, in) -> {
            if (paused.get()) {
                stage.violation("received() while paused");
            }
            int part = Math.min(in.remaining(), 50_000);
            collecting.received(in.slice(in.position(), part));
            in.position(in.position() + part);
            if (in.hasRemaining() || pauses.incrementAndGet() % 10 == 1) {
                paused.set(true);
                connection.pause();
                first.countDown();
            }
        });
        script.closing(connection -> collecting.closed(null));
        Peer peer = stage.peer(stage.listen(script));
        var sending = stage.start(() -> {
            peer.send(bytes);
            peer.endOutput();
            return null;
        });
        Patience.await("the first bytes are there", first);
        Connection connection = script.connection();
        Patience.comes(Patience.GLANCE, () -> stage.engine().stats().bytesRead() > 2L * READ);
        long read = stage.engine().stats().bytesRead();
        Check.that(read <= 2L * READ, read + " bytes were read while paused");
        Patience.await("it goes on to the end", () -> {
            connection.execute(() -> {
                paused.set(false);
                connection.resume();
            });
            return got.isDone();
        });
        Check.equal(bytes, got.join(), "what the session took");
        stage.finish(sending);
        Check.equal(null, script.cause(), "cause");
    }

    private static void pauseFromTask(Stage stage) throws Exception {
        AtomicBoolean paused = new AtomicBoolean();
        AtomicInteger got = new AtomicInteger();
        AtomicInteger ends = new AtomicInteger();
        Script script = new Script()
                .receiving((connection, in) -> {
                    if (paused.get()) {
                        stage.violation("received() while paused");
                    }
                    got.addAndGet(in.remaining());
                    in.position(in.limit());
                })
                .ended(connection -> {
                    if (paused.get()) {
                        stage.violation("ended() while paused");
                    }
                    ends.incrementAndGet();
                    return false;
                });
        Peer peer = stage.peer(stage.listen(script));
        Connection connection = script.connection();
        peer.send(new byte[10]);
        Patience.await("the first bytes", () -> got.get() == 10);
        CountDownLatch pausing = new CountDownLatch(1);
        connection.execute(() -> {
            paused.set(true);
            connection.pause();
            pausing.countDown();
        });
        Patience.await("the task has run", pausing);
        peer.send(new byte[20]);
        peer.endOutput();
        Patience.comes(Patience.GLANCE, () -> ends.get() > 0);
        Check.equal(10, got.get(), "bytes received so far");
        connection.execute(() -> {
            paused.set(false);
            connection.resume();
        });
        Check.equal(null, script.cause(), "cause");
        Check.equal(30, got.get(), "bytes received at last");
        Check.equal(1, ends.get(), "calls of ended()");
        Check.equal(0, peer.receiveAll().length, "bytes to the peer");
    }
}
