package dev.gearbox.testkit.behaviours;

import dev.gearbox.core.BacklogOverflowException;
import dev.gearbox.core.Connection;
import dev.gearbox.core.EngineStats;
import dev.gearbox.core.Options;
import dev.gearbox.core.Session;
import dev.gearbox.testkit.Check;
import dev.gearbox.testkit.Patience;
import dev.gearbox.testkit.Peer;
import dev.gearbox.testkit.stage.Behaviour;
import dev.gearbox.testkit.stage.Script;
import dev.gearbox.testkit.stage.Stage;
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
    /** One read, at most. */
    private static final int READ = 64 << 10;

    /** What a late reader sends in one write. */
    private static final int PIECE = 900;

    /** So many pieces: more than sockets hold, less than the high-water mark. */
    private static final int PIECES = 250;

    /** What a session that answers block by block waits for. */
    private static final int BLOCK = 1_000;

    private FlowBehaviours() {}

    static List<Behaviour> all() {
        return List.of(
                Behaviour.of("a reader that never reads stops the server reading", FlowBehaviours::neverReads),
                Behaviour.of(
                        "write says false above the high-water mark, writable follows", FlowBehaviours::waterMarks),
                Behaviour.of("a session that goes on writing is cut off at its cap", FlowBehaviours::backlogCap),
                Behaviour.of("a slow reader costs the others nothing", FlowBehaviours::slowReader),
                Behaviour.of("what waits for a late reader is not written over", FlowBehaviours::lateReaders));
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
            long received = drain(peer, 0, sent);
            Check.equal(sent, received, "bytes that came back at last");
        }
    }

    /** Sends until the server takes no more: its figures stand still and so does the socket. */
    private static long fill(Stage stage, SocketChannel peer) throws IOException {
        long sent = 0;
        long limit = 200L << 20;
        long before = -1;
        for (int still = 0; still < 40; ) {
            int count = send(peer, 32 << 10, sent);
            sent += count;
            Check.that(sent < limit, "the server read " + sent + " bytes and none of the answers was taken");
            long now = stage.engine().stats().bytesRead();
            still = count == 0 && now == before ? still + 1 : 0;
            before = now;
            if (count == 0) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        return sent;
    }

    /** As much as the socket takes of so many bytes, which say where they are in their stream. */
    private static int send(SocketChannel peer, int most, long position) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocate(most);
        for (long at = position; chunk.hasRemaining(); at++) {
            chunk.put(byteAt(at));
        }
        return peer.write(chunk.flip());
    }

    /** Without a period: bytes of another place never look right. */
    private static byte byteAt(long position) {
        long mixed = (position + 1) * 0x9E3779B97F4A7C15L;
        return (byte) ((mixed ^ (mixed >>> 29)) >>> 24);
    }

    /** Receives bytes that say that they were {@link #send sent} from {@code begin} on; how many. */
    private static long drain(SocketChannel peer, long begin, long expected) {
        ByteBuffer chunk = ByteBuffer.allocateDirect(256 << 10);
        long[] received = new long[1];
        Patience.await("all comes back that was sent", () -> {
            try {
                while (peer.read(chunk.clear()) > 0) {
                    for (chunk.flip(); chunk.hasRemaining(); received[0]++) {
                        if (chunk.get() != byteAt(begin + received[0])) {
                            throw new AssertionError("byte " + received[0] + " is another one");
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
     * Several peers at once, so that whatever a loop reads into is used for others, too, while an answer of one still waits in it. A piece of
     * each is read before the next is sent: small reads go to the same buffer again. Half of the sessions echo what they see; the others answer
     * block by block, from the midst of what they see, and leave the rest of it unread.
     */
    private static void lateReaders(Stage stage) throws Exception {
        int window = 16 << 10;
        Options options = Stage.OPTIONS.withWater(1 << 20, 1 << 10).withSocketBuffers(window, 0);
        InetSocketAddress echo = stage.listen(connection -> connection::write, options);
        InetSocketAddress blocks = stage.listen(connection -> in -> blockByBlock(connection, in), options);
        List<SocketChannel> peers = new ArrayList<>();
        for (int index = 0; index < 8; index++) {
            SocketChannel peer = stage.closing(SocketChannel.open());
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
            reads = readsAll(stage, Arrays.stream(sent).sum());
        }
        EngineStats stats = stage.engine().stats();
        Check.that(stats.bytesWritten() < stats.bytesRead(), "no answer waits: the sockets hold them all");
        for (int index = 0; index < sent.length; index++) {
            long received = drain(peers.get(index), begin(index), sent[index] / BLOCK * BLOCK);
            Check.that(received <= sent[index], received + " bytes came back of " + sent[index]);
        }
    }

    /** Not if it stands still over an answer that waits: a thread that is stuck in a write reads no more. */
    private static boolean readsAll(Stage stage, long sent) {
        Duration glance = Patience.GLANCE.multipliedBy(4);
        EngineStats now = stage.engine().stats();
        for (long left = Patience.LIMIT.dividedBy(glance); left > 0; left--) {
            EngineStats before = now;
            if (Patience.comes(glance, () -> stage.engine().stats().bytesRead() == sent)) {
                return true;
            }
            now = stage.engine().stats();
            if (now.bytesWritten() < now.bytesRead()
                    && now.bytesRead() == before.bytesRead()
                    && now.bytesWritten() == before.bytesWritten()) {
                return false;
            }
        }
        return false;
    }

    /** Where the stream of a peer begins: far from those of the others. */
    private static long begin(int index) {
        return (long) index << 32;
    }

    private static void blockByBlock(Connection connection, ByteBuffer in) {
        while (in.remaining() >= BLOCK) {
            connection.write(in.slice(in.position(), BLOCK));
            in.position(in.position() + BLOCK);
        }
    }

    private static void waterMarks(Stage stage) throws Exception {
        int total = 6_000_000;
        byte[] bytes = stage.bytes(total);
        AtomicInteger refused = new AtomicInteger();
        AtomicInteger told = new AtomicInteger();
        Options options = Stage.OPTIONS.withWater(100_000, 20_000);
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
                stage.listen(script, Stage.OPTIONS.withWater(100_000, 50_000).withCaps(1_000_000, 1_000)));
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
}
