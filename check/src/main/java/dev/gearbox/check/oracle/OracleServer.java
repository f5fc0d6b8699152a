package dev.gearbox.check.oracle;

import dev.gearbox.subject.SubjectConsole;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A server with known times: one thread that serves one request after another, for as long as an {@link Oracle} specifies, and that stalls or stays
 * silent as specified. It follows the lab's contract for subjects, so it is measured as they are.
 */
public final class OracleServer {
    /** The answer to any HTTP request. */
    public static final String HTTP_ANSWER = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    private static final byte[] HTTP_BYTES = HTTP_ANSWER.getBytes(StandardCharsets.US_ASCII);

    private final Oracle oracle;
    private final boolean http;
    private final Selector selector;
    private final ServerSocketChannel listener;
    private final SplittableRandom random;
    private final @Nullable ServiceLog log;
    private final long extra;
    private final double mean;
    private boolean stalled;
    private boolean began;
    private long stallAt;
    private int inBatch;
    private final AtomicLong served = new AtomicLong();
    private final AtomicLong lost = new AtomicLong();
    private final AtomicLong stalls = new AtomicLong();

    private OracleServer(Oracle.Told told) throws IOException {
        oracle = told.oracle();
        http = told.protocol().equals(Oracle.HTTP);
        random = new SplittableRandom(oracle.seed());
        extra = oracle.extra().toNanos();
        mean = oracle.mean().toNanos();
        stalled = oracle.stall().isZero();
        log = oracle.log().isPresent() ? ServiceLog.create(oracle.log().get()) : null;
        selector = Selector.open();
        listener = ServerSocketChannel.open();
        listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), told.port()), 4096);
        listener.configureBlocking(false);
        listener.register(selector, SelectionKey.OP_ACCEPT);
    }

    /**
     * Serves until the end of its input.
     *
     * @param words the arguments of an {@link Oracle}, and the lab's {@code --protocol} and {@code --port}
     */
    public static void main(String[] words) throws IOException {
        try {
            new OracleServer(Oracle.parse(List.of(words))).serve();
        } catch (IllegalArgumentException wrong) {
            System.err.println("oracle server: " + wrong.getMessage());
            System.exit(2);
        }
    }

    private void serve() throws IOException {
        int port = ((InetSocketAddress) listener.getLocalAddress()).getPort();
        Thread.ofPlatform().daemon().name("oracle").start(this::loop);
        SubjectConsole.serve(
                port,
                Map.of("oracle", String.join(" ", oracle.args())),
                () -> Map.of("served", served, "lost", lost, "stalls", stalls));
    }

    private void loop() {
        try {
            while (true) {
                inBatch = 0;
                if (oracle.spins()) {
                    selector.selectNow(this::ready);
                } else {
                    selector.select(this::ready);
                }
            }
        } catch (IOException broken) {
            throw new UncheckedIOException(broken);
        }
    }

    /** A connection, and its next request. */
    private record OracleConnection(SocketChannel channel, ByteBuffer request) {}

    private void ready(SelectionKey key) {
        try {
            if (key.isAcceptable()) {
                accept();
            } else if (key.attachment() instanceof OracleConnection peer && !read(peer)) {
                peer.channel().close();
            }
        } catch (IOException gone) {
            key.cancel(); // The peer disconnected: this connection is over, the others are not.
        }
    }

    private void accept() throws IOException {
        SocketChannel channel = listener.accept();
        if (channel != null) {
            channel.configureBlocking(false);
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            ByteBuffer request = ByteBuffer.allocateDirect(http ? 4096 : Oracle.BYTES);
            channel.register(selector, SelectionKey.OP_READ, new OracleConnection(channel, request));
        }
    }

    /** Serves a complete request; returns false when the peer has closed. */
    private boolean read(OracleConnection peer) throws IOException {
        if (peer.channel().read(peer.request()) < 0) {
            return false;
        }
        boolean whole = http ? endsHead(peer.request()) : !peer.request().hasRemaining();
        if (whole) {
            answer(peer);
            peer.request().clear();
        } else if (!peer.request().hasRemaining()) {
            throw new IOException("a request of more than " + peer.request().capacity() + " bytes");
        }
        return true;
    }

    private static boolean endsHead(ByteBuffer request) {
        int end = request.position();
        return end >= 4
                && request.get(end - 4) == '\r'
                && request.get(end - 3) == '\n'
                && request.get(end - 2) == '\r'
                && request.get(end - 1) == '\n';
    }

    private void answer(OracleConnection peer) throws IOException {
        boolean behind = inBatch++ > 0;
        long start = System.nanoTime();
        stall(start);
        if (mean > 0 || extra > 0) {
            double drawn = oracle.exponential() ? -Math.log1p(-random.nextDouble()) * mean : mean;
            spinUntil(start + Math.round(drawn) + extra);
        }
        long number = served.incrementAndGet();
        if (oracle.lose() > 0 && number % oracle.lose() == 0) {
            lost.incrementAndGet();
        } else {
            peer.request().flip();
            ByteBuffer answer = http ? ByteBuffer.wrap(HTTP_BYTES) : peer.request();
            while (answer.hasRemaining()) {
                peer.channel().write(answer);
            }
        }
        if (log != null) {
            log.add(start, System.nanoTime(), behind);
        }
    }

    private static void spinUntil(long deadline) {
        while (System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }
    }

    /** Stalls once, when it is due: no request is read meanwhile. */
    private void stall(long now) {
        if (stalled) {
            return;
        }
        if (!began) {
            began = true;
            stallAt = now + oracle.stallAfter().toNanos();
        }
        if (now - stallAt >= 0) {
            stalled = true;
            long end = now + oracle.stall().toNanos();
            for (long left = end - now; left > 0; left = end - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            stalls.incrementAndGet();
        }
    }
}
