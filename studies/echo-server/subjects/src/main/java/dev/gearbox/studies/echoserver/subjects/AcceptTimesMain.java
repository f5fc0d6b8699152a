package dev.gearbox.studies.echoserver.subjects;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.Locale;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.LockSupport;

/**
 * Times accept() in a separate JVM, and prints the medians in µs: {@code FIGURE kind arm µs}.
 * <pre>
 *   waiting   clients connect one after another with a pause in between; the server is in its loop
 *               blocking   t0; accept() ........ client connects; t1       includes the pause: the artefact
 *               selector   select() ............ t0; accept(); t1
 *   burst     the same loop, but twenty clients, each on a thread of its own, connect at once; then the next twenty
 *   ready     the connection is pending before accept() is called
 *               both       connect(); t0; accept(); t1
 * </pre>
 * The literature timed the first and interpreted it as the cost of a blocking accept: what it says has to hold whatever the pause. Hand-written instead of
 * using engines, because an engine's own counters cannot separate the wait from the work.
 */
public final class AcceptTimesMain {
    private static final int WARM = 1_000;
    private static final int TIMED = 1_000;

    /** As many clients as the literature had, one after another on a thread each. */
    private static final int BURST = 20;

    /** Close to the 1.5 ms that the literature reports for a blocking accept. */
    private static final Arriving EACH_MS = new Arriving("accept-waiting", 1, 1_000_000, 1_000);

    private static final Arriving EACH_250_US = new Arriving("accept-waiting-250us", 1, 250_000, 1_000);
    private static final Arriving EACH_4_MS = new Arriving("accept-waiting-4ms", 1, 4_000_000, 300);
    private static final Arriving BURSTS = new Arriving("accept-burst", BURST, 1_000_000, 1_000);

    private AcceptTimesMain() {}

    /**
     * How clients come.
     *
     * @param kind the figure
     * @param together how many come at once, each on its thread; 1: one after another on one thread
     * @param pauseNanos before each, or before each burst
     * @param timed how many are timed
     */
    private record Arriving(String kind, int together, long pauseNanos, int timed) {
        /** As many again as a tenth come before, while the code is compiled. */
        int count() {
            return (timed + timed / 10) / together * together;
        }
    }

    /**
     * Runs one measurement.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        for (boolean selecting : new boolean[] {false, true}) {
            report("accept-ready", selecting, ready(selecting), TIMED);
            for (Arriving arriving : new Arriving[] {EACH_MS, EACH_250_US, EACH_4_MS, BURSTS}) {
                report(arriving.kind, selecting, waiting(selecting, arriving), arriving.timed);
            }
        }
    }

    private static void report(String kind, boolean selecting, long[] nanos, int count) {
        long[] timed = Arrays.copyOfRange(nanos, nanos.length - count, nanos.length);
        Arrays.sort(timed);
        System.out.printf(
                Locale.ROOT,
                "FIGURE %s %s %.3f%n",
                kind,
                selecting ? "selector" : "threads",
                Math.max(1, timed[timed.length / 2]) / 1e3);
    }

    private static long[] ready(boolean selecting) throws IOException {
        long[] nanos = new long[WARM + TIMED];
        try (ServerSocketChannel server = open(selecting);
                Selector selector = selector(server, selecting)) {
            for (int i = 0; i < nanos.length; i++) {
                try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
                    nanos[i] = acceptOne(
                            server,
                            selector,
                            selecting,
                            client.getLocalAddress().toString());
                }
            }
        }
        return nanos;
    }

    private static long[] waiting(boolean selecting, Arriving arriving) throws IOException, InterruptedException {
        long[] nanos = new long[arriving.count()];
        try (ServerSocketChannel server = open(selecting);
                Selector selector = selector(server, selecting)) {
            InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
            Semaphore accepted = new Semaphore(arriving.together);
            Thread clients = Thread.ofPlatform().daemon().start(() -> come(address, arriving, accepted));
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] = acceptOne(server, selector, selecting, address.toString());
                accepted.release();
            }
            clients.join();
        }
        return nanos;
    }

    /** Connects clients one after another, or in bursts. The pause between them is the load, not a substitute for a condition. */
    private static void come(InetSocketAddress address, Arriving arriving, Semaphore accepted) {
        for (int come = 0; come < arriving.count(); come += arriving.together) {
            if (arriving.together == 1) {
                LockSupport.parkNanos(arriving.pauseNanos);
                connect(address);
            } else {
                accepted.acquireUninterruptibly(arriving.together);
                LockSupport.parkNanos(arriving.pauseNanos);
                for (int client = 0; client < arriving.together; client++) {
                    Thread.ofPlatform().daemon().start(() -> connect(address));
                }
            }
        }
    }

    private static void connect(InetSocketAddress address) {
        try {
            SocketChannel.open(address).close();
        } catch (IOException refused) {
            // Otherwise the server would wait for it forever, and so would the parent process.
            System.err.println("a client could not connect: " + refused.getMessage());
            System.exit(1);
        }
    }

    private static long acceptOne(ServerSocketChannel server, Selector selector, boolean selecting, String who)
            throws IOException {
        if (selecting) {
            selector.select();
            selector.selectedKeys().clear();
        }
        long before = System.nanoTime();
        SocketChannel accepted = server.accept();
        long nanos = System.nanoTime() - before;
        if (accepted == null) {
            throw new IOException("select reported a connection, but there was none: " + who);
        }
        accepted.close();
        return nanos;
    }

    private static ServerSocketChannel open(boolean selecting) throws IOException {
        ServerSocketChannel server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 4096);
        server.configureBlocking(!selecting);
        return server;
    }

    private static Selector selector(ServerSocketChannel server, boolean selecting) throws IOException {
        Selector selector = Selector.open();
        if (selecting) {
            server.register(selector, SelectionKey.OP_ACCEPT);
        }
        return selector;
    }
}
