package dev.gearbox.studies.echoserver.subjects;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.LongStream;

/**
 * Times accept() by the literature's own method, in a JVM that has just started, and prints the means of twenty accepts in µs:
 * {@code FIGURE accept-cold arm µs}. Arguments: {@code threads}, {@code selector}; none: both, of which the second one is no longer cold.
 * <pre>
 *   20 threads, started one after another: connect ── "Hello Server." ──▶ ── one read ── close
 *   threads    main: t0; accept() ........ t1; then a pool of five: one read, echo
 *   selector   main: select(); t0; accept(); t1; interest in reading and writing; read, echo
 * </pre>
 * Without the faults of the published servers that outlive the twenty clients: they close no connection, and the NIO server keeps one core busy.
 */
public final class ColdAcceptsMain {
    private static final int CLIENTS = 20;
    private static final int POOL = 5;
    private static final int BUFFER = 100;
    private static final byte[] HELLO = "Hello Server.".getBytes(StandardCharsets.US_ASCII);

    private ColdAcceptsMain() {}

    /**
     * Runs one measurement.
     *
     * @param arguments the arms
     */
    public static void main(String[] arguments) throws IOException, InterruptedException {
        for (String arm : arguments.length == 0 ? List.of("threads", "selector") : List.of(arguments)) {
            try (ServerSocketChannel server =
                    ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))) {
                List<Thread> clients = new ArrayList<>();
                for (int client = 0; client < CLIENTS; client++) {
                    clients.add(Thread.ofPlatform().daemon().unstarted(() -> greet(server)));
                }
                // Started beside the server, as soon as it listens.
                Thread starter = Thread.ofPlatform().daemon().start(() -> clients.forEach(Thread::start));
                long[] nanos = arm.equals("selector") ? selecting(server) : blocking(server);
                System.out.printf(
                        Locale.ROOT,
                        "FIGURE accept-cold %s %.3f%n",
                        arm,
                        LongStream.of(nanos).average().orElseThrow() / 1e3);
                starter.join();
                for (Thread client : clients) {
                    client.join();
                }
            }
        }
    }

    private static void greet(ServerSocketChannel server) {
        try (SocketChannel client = SocketChannel.open(server.getLocalAddress())) {
            client.write(ByteBuffer.wrap(HELLO));
            client.read(ByteBuffer.allocate(64));
        } catch (IOException refused) {
            System.err.println("a client was not served: " + refused.getMessage());
            System.exit(1);
        }
    }

    private static long[] blocking(ServerSocketChannel server) throws IOException {
        long[] nanos = new long[CLIENTS];
        try (ExecutorService pool = Executors.newFixedThreadPool(POOL)) {
            for (int i = 0; i < CLIENTS; i++) {
                long before = System.nanoTime();
                SocketChannel accepted = server.accept();
                nanos[i] = System.nanoTime() - before;
                pool.execute(() -> echo(accepted));
            }
        }
        return nanos;
    }

    private static void echo(SocketChannel accepted) {
        try (accepted) {
            ByteBuffer message = ByteBuffer.allocate(64);
            accepted.read(message);
            accepted.write(message.flip());
        } catch (IOException lost) {
            System.err.println("a connection was lost: " + lost.getMessage());
            System.exit(1);
        }
    }

    private static long[] selecting(ServerSocketChannel server) throws IOException {
        long[] nanos = new long[CLIENTS];
        int accepted = 0;
        int ended = 0;
        server.configureBlocking(false);
        try (Selector selector = Selector.open()) {
            server.register(selector, SelectionKey.OP_ACCEPT);
            while (ended < CLIENTS) {
                selector.select();
                for (SelectionKey key : selector.selectedKeys()) {
                    if (key.isAcceptable()) {
                        long before = System.nanoTime();
                        SocketChannel one = server.accept();
                        nanos[accepted++] = System.nanoTime() - before;
                        one.configureBlocking(false);
                        one.register(
                                selector, SelectionKey.OP_READ | SelectionKey.OP_WRITE, ByteBuffer.allocate(BUFFER));
                    } else {
                        ended += echo((SocketChannel) key.channel(), (ByteBuffer) key.attachment()) ? 0 : 1;
                    }
                }
                selector.selectedKeys().clear();
            }
        }
        return nanos;
    }

    /** Returns false at the end of the stream, after which the connection is closed. */
    private static boolean echo(SocketChannel channel, ByteBuffer message) throws IOException {
        if (channel.read(message) < 0) {
            channel.close();
            return false;
        }
        channel.write(message.flip());
        message.compact();
        return true;
    }
}
