package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.Assert;
import dev.gearbox.testkit.Conditions;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.fixture.Behaviour;
import dev.gearbox.testkit.fixture.EngineFixture;
import dev.gearbox.testkit.fixture.ScriptedProtocol;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/** Back-pressure, both ways: what a peer does not take, or a session does not want, is not read. */
final class FlowBehaviours {
    /** The largest read. */
    private static final int READ = 64 << 10;

    /** The size of a late reader's writes. */
    private static final int PIECE = 900;

    /** The number of pieces: more than sockets hold, less than the high-water mark. */
    private static final int PIECES = 250;

    /** The block size of a session that answers block by block. */
    private static final int BLOCK = 1_000;

    private FlowBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("a reader that never reads stops the server reading", FlowBehaviours::neverReads),
                Behaviour.of(
                        "write returns false above the high-water mark, writable follows", FlowBehaviours::waterMarks),
                Behaviour.of("a session that goes on writing is cut off at its cap", FlowBehaviours::backlogCap),
                Behaviour.of("a slow reader costs the others nothing", FlowBehaviours::slowReader),
                Behaviour.of("output queued for a late reader is not overwritten", FlowBehaviours::lateReaders));
    }

    private static void neverReads(EngineFixture fixture) throws Exception {
        InetSocketAddress address = fixture.listen(connection -> connection::write);
        try (SocketChannel peer = SocketChannel.open()) {
            peer.setOption(StandardSocketOptions.SO_RCVBUF, 16 << 10);
            peer.setOption(StandardSocketOptions.SO_SNDBUF, 64 << 10);
            peer.connect(address);
            peer.configureBlocking(false);
            long sent = fill(fixture, peer);
            EngineStats stats = fixture.engine().stats();
            long held = stats.bytesRead() - stats.bytesWritten();
            int limit = Options.DEFAULT.highWater() + 2 * READ;
            Assert.that(held <= limit, held + " bytes are held for a peer that does not read; at most " + limit);
            long received = drain(peer, 0, sent);
            Assert.equal(sent, received, "bytes that came back at last");
        }
    }

    /** Sends until the server reads no more: neither its counters nor the socket make progress. */
    private static long fill(EngineFixture fixture, SocketChannel peer) throws IOException {
        long sent = 0;
        long limit = 200L << 20;
        long before = -1;
        for (int still = 0; still < 40; ) {
            int count = send(peer, 32 << 10, sent);
            sent += count;
            Assert.that(sent < limit, "the server read " + sent + " bytes although no answer was read");
            long now = fixture.engine().stats().bytesRead();
            still = count == 0 && now == before ? still + 1 : 0;
            before = now;
            if (count == 0) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        return sent;
    }

    /** Sends as much as the socket accepts of {@code most} bytes, which encode their position in the stream. */
    private static int send(SocketChannel peer, int most, long position) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(most);
        for (long at = position; chunk.hasRemaining(); at++) {
            chunk.put(byteAt(at));
        }
        return peer.write(chunk.flip());
    }

    /** Without a period: bytes of another position never match. */
    private static byte byteAt(long position) {
        long mixed = (position + 1) * 0x9E3779B97F4A7C15L;
        return (byte) ((mixed ^ (mixed >>> 29)) >>> 24);
    }

    /** Receives bytes, checks that they were {@link #send sent} from {@code begin} on, and returns their number. */
    private static long drain(SocketChannel peer, long begin, long expected) {
        ByteBuffer chunk = ByteBuffer.allocateDirect(256 << 10);
        long[] received = new long[1];
        Conditions.await("everything sent comes back", () -> {
            try {
                while (peer.read(chunk.clear()) > 0) {
                    for (chunk.flip(); chunk.hasRemaining(); received[0]++) {
                        if (chunk.get() != byteAt(begin + received[0])) {
                            throw new AssertionError("byte " + received[0] + " is wrong");
                        }
                    }
                }
            } catch (IOException failure) {
                throw new UncheckedIOException(failure);
            }
            return received[0] >= expected;
        });
        return received[0];
    }

    /**
     * Several peers at once, so that a loop's read buffer is used for others, too, while an answer of one is still queued in it. A piece of each is
     * read before the next is sent: small reads go to the same buffer again. Half of the sessions echo what they see; the others answer block by
     * block, from the middle of what they see, and leave the rest of it unread.
     */
    private static void lateReaders(EngineFixture fixture) throws Exception {
        int window = 16 << 10;
        Options options = EngineFixture.OPTIONS.withWater(1 << 20, 1 << 10).withSocketBuffers(window, 0);
        InetSocketAddress echo = fixture.listen(connection -> connection::write, options);
        InetSocketAddress blocks = fixture.listen(connection -> in -> blockByBlock(connection, in), options);
        List<SocketChannel> peers = new ArrayList<>();
        for (int index = 0; index < 8; index++) {
            SocketChannel peer = fixture.closing(SocketChannel.open());
            peer.setOption(StandardSocketOptions.SO_RCVBUF, window);
            peer.connect(index % 2 == 0 ? echo : blocks);
            peer.configureBlocking(false);
            peers.add(peer);
        }
        long[] sent = new long[peers.size()];
        boolean reads = true;
        for (int piece = 0; piece < PIECES && reads; piece++) {
            for (int index = 0; index < sent.length; index++) {
                sent[index] += send(peers.get(index), PIECE, begin(index) + sent[index]);
            }
            reads = readsAll(fixture, Arrays.stream(sent).sum());
        }
        EngineStats stats = fixture.engine().stats();
        Assert.that(stats.bytesWritten() < stats.bytesRead(), "no answer waits: the sockets hold them all");
        for (int index = 0; index < sent.length; index++) {
            long received = drain(peers.get(index), begin(index), sent[index] / BLOCK * BLOCK);
            Assert.that(received <= sent[index], received + " bytes came back of " + sent[index]);
        }
    }

    /** Stops if a queued answer makes no progress: a thread that is blocked in a write does not read. */
    private static boolean readsAll(EngineFixture fixture, long sent) {
        Duration glance = Conditions.GLANCE.multipliedBy(4);
        EngineStats now = fixture.engine().stats();
        for (long left = Conditions.LIMIT.dividedBy(glance); left > 0; left--) {
            EngineStats before = now;
            if (Conditions.holdsWithin(glance, () -> fixture.engine().stats().bytesRead() == sent)) {
                return true;
            }
            now = fixture.engine().stats();
            if (now.bytesWritten() < now.bytesRead()
                    && now.bytesRead() == before.bytesRead()
                    && now.bytesWritten() == before.bytesWritten()) {
                return false;
            }
        }
        return false;
    }

    /** The start position of a peer's stream: far from those of the others. */
    private static long begin(int index) {
        return (long) index << 32;
    }

    private static void blockByBlock(Connection connection, ByteBuffer in) {
        while (in.remaining() >= BLOCK) {
            connection.write(in.slice(in.position(), BLOCK));
            in.position(in.position() + BLOCK);
        }
    }

    private static void waterMarks(EngineFixture fixture) throws Exception {
        int total = 6_000_000;
        byte[] bytes = fixture.bytes(total);
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        Options options = EngineFixture.OPTIONS.withWater(100_000, 20_000);
        InetSocketAddress address = fixture.listen(
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
                                fixture.violation("writable() more often than write() returned false");
                            }
                            pump.run();
                        }
                    };
                },
                options);
        Peer peer = fixture.peer(address, 32 << 10);
        Assert.equal(bytes, peer.receiveAll(), "what was pumped");
        peer.endOutput();
        fixture.awaitAllClosed();
        Assert.that(refused.get() > 0, "write() never returned false");
        Assert.equal(refused.get(), told.get(), "writable() for each false");
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

    private static void backlogCap(EngineFixture fixture) throws Exception {
        ByteBuffer piece = ByteBuffer.allocate(50_000);
        ScriptedProtocol script = new ScriptedProtocol().opening(connection -> {
            for (int count = 0; count < 100; count++) {
                connection.write(piece.clear());
            }
        });
        Peer peer = fixture.peer(fixture.listen(
                script, EngineFixture.OPTIONS.withWater(100_000, 50_000).withCaps(1_000_000, 1_000)));
        Assert.instance(BacklogOverflowException.class, script.cause(), "cause");
        peer.awaitClosed();
    }

    private static void slowReader(EngineFixture fixture) throws Exception {
        CountDownLatch stuck = new CountDownLatch(1);
        InetSocketAddress flood = fixture.listen(connection -> {
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
        fixture.peer(flood, 4 << 10);
        Peer other = fixture.peer(fixture.listen(connection -> connection::write));
        Conditions.await("the flood has begun", stuck);
        for (int round = 0; round < 200; round++) {
            other.echo(fixture.bytes(100));
        }
    }

    private static void flood(Connection connection) {
        boolean more = true;
        while (more) {
            more = connection.write(ByteBuffer.allocate(20_000));
        }
    }
}
