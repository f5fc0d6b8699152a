package dev.gearbox.studies.echoserver.subjects;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;

/**
 * Times accept() in two ways, in a separate JVM, and prints the medians in nanoseconds: {@code ACCEPT kind arm ns}.
 * <pre>
 *   waiting   clients connect one after another with a pause in between; the server is in its loop
 *               blocking   t0; accept() ........ client connects; t1       includes the pause: the artefact
 *               selector   select() ............ t0; accept(); t1
 *   ready     the connection is pending before accept() is called
 *               both       connect(); t0; accept(); t1
 * </pre>
 * The literature timed the first and interpreted it as the cost of a blocking accept. Hand-written instead of using engines, because an engine's own
 * counters cannot separate the wait from the work.
 */
public final class AcceptTimesMain {
    private static final int WARM = 1_000;
    private static final int TIMED = 1_000;

    /** The pause between two clients: close to the 1.5 ms that the literature reports for a blocking accept. */
    private static final long PAUSE_NANOS = 1_000_000;

    private AcceptTimesMain() {}

    /**
     * Runs one measurement.
     *
     * @param arguments none
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        report("accept-ready", "threads", ready(false));
        report("accept-ready", "selector", ready(true));
        report("accept-waiting", "threads", waiting(false));
        report("accept-waiting", "selector", waiting(true));
    }

    private static void report(String kind, String arm, long[] nanos) {
        long[] timed = Arrays.copyOfRange(nanos, nanos.length - TIMED, nanos.length);
        Arrays.sort(timed);
        System.out.println("ACCEPT " + kind + " " + arm + " " + timed[timed.length / 2]);
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

    private static long[] waiting(boolean selecting) throws IOException, InterruptedException {
        long[] nanos = new long[WARM / 10 + TIMED];
        try (ServerSocketChannel server = open(selecting);
                Selector selector = selector(server, selecting)) {
            InetSocketAddress address = (InetSocketAddress) server.getLocalAddress();
            CountDownLatch done = new CountDownLatch(1);
            Thread clients = Thread.ofPlatform().daemon().start(() -> come(address, nanos.length, done));
            for (int i = 0; i < nanos.length; i++) {
                nanos[i] = acceptOne(server, selector, selecting, address.toString());
            }
            done.await();
            clients.join();
        }
        return nanos;
    }

    /** Connects clients one after another. The pause between them is the load, not a substitute for a condition. */
    private static void come(InetSocketAddress address, int count, CountDownLatch done) {
        try {
            for (int i = 0; i < count; i++) {
                LockSupport.parkNanos(PAUSE_NANOS);
                SocketChannel.open(address).close();
            }
        } catch (IOException refused) {
            // Otherwise the server would wait for them forever, and so would the parent process.
            System.err.println("a client could not connect: " + refused.getMessage());
            System.exit(1);
        } finally {
            done.countDown();
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
