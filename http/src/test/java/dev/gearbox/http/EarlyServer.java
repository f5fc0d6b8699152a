package dev.gearbox.http;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicInteger;

/** A server that answers once on each connection, when it has read a request's head, and reads no more. */
public final class EarlyServer implements AutoCloseable {
    /** More than the buffers of both ends hold. */
    public static final int LARGE = 24 << 20;

    private static final byte[] ANSWER =
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nearly".getBytes(StandardCharsets.US_ASCII);

    private final ServerSocket listening = new ServerSocket(0, 100, InetAddress.getLoopbackAddress());
    private final Queue<Socket> open = new ConcurrentLinkedQueue<>();
    private final AtomicInteger connections = new AtomicInteger();
    private final CompletableFuture<Void> served = new CompletableFuture<>();

    public EarlyServer() throws IOException {
        Thread.ofPlatform().daemon().start(this::serve);
    }

    public URI uri() {
        return URI.create("http://127.0.0.1:" + listening.getLocalPort() + "/");
    }

    public int connections() {
        return connections.get();
    }

    private void serve() {
        try {
            while (true) {
                Socket socket = listening.accept();
                connections.incrementAndGet();
                open.add(socket);
                awaitHead(socket);
                socket.getOutputStream().write(ANSWER);
            }
        } catch (IOException ended) {
            if (listening.isClosed()) {
                served.complete(null);
            } else {
                served.completeExceptionally(ended);
            }
        }
    }

    private static void awaitHead(Socket socket) throws IOException {
        int last = 0; // the last four bytes
        while (last != 0x0d0a0d0a) {
            last = last << 8 | socket.getInputStream().read();
        }
    }

    @Override
    public void close() throws IOException {
        listening.close();
        for (Socket socket : open) {
            socket.close();
        }
        served.join();
    }
}
