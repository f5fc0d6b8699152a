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
 * Times accept() in two ways, in a JVM of its own, and prints the medians in nanoseconds: {@code ACCEPT kind arm ns}.
 * <pre>
 *   waiting   clients come one after another, each a pause after the last; the server is in its loop
 *               blocking   t0; accept() ........ the client comes; t1      the pause is in it: the artefact
 *               selector   select() ............ t0; accept(); t1
 *   ready     the connection is there before anybody accepts
 *               both       connect(); t0; accept(); t1
 * </pre>
 * The literature timed the first and read it as the cost of a blocking accept. Written by hand and not with engines,
 * because an engine's own count cannot tell the wait from the work.
 */
public final class AcceptTimesMain {
    private static final int WARM = 1_000;
    private static final int TIMED = 1_000;

    /** Between two clients: near the 1.5 ms that the literature reports for a blocking accept. */
    private static final long PAUSE_NANOS = 1_000_000;

    private AcceptTimesMain() {}

    /**
     * Measures once.
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

    /** Clients one after another. The pause between them is the load and stands for no condition. */
    private static void come(InetSocketAddress address, int count, CountDownLatch done) {
        try {
            for (int i = 0; i < count; i++) {
                LockSupport.parkNanos(PAUSE_NANOS);
                SocketChannel.open(address).close();
            }
        } catch (IOException refused) {
            // The server would wait for them for ever, and so would the parent.
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
            throw new IOException("select said that there is a connection, and there was none: " + who);
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
