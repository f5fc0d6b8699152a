package dev.gearbox.advise.measure;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.ArrayList;
import java.util.List;

/** Connections over loopback of which this process has both ends. They are closed by a reset, which leaves no port in TIME_WAIT. */
final class SocketPairs implements AutoCloseable {
    /**
     * Both ends of a connection.
     *
     * @param client the end that connected
     * @param server the end that was accepted
     */
    record Pair(SocketChannel client, SocketChannel server) {}

    private final List<Pair> pairs = new ArrayList<>();

    /** Opens so many connections. A client that does not block spins in {@link #read}. */
    SocketPairs(int count, boolean clientBlocks, boolean serverBlocks) throws IOException {
        try (ServerSocketChannel listener = listener()) {
            for (int i = 0; i < count; i++) {
                SocketChannel client = SocketChannel.open(listener.getLocalAddress());
                SocketChannel server = listener.accept();
                prepare(client);
                client.configureBlocking(clientBlocks);
                prepare(server);
                server.configureBlocking(serverBlocks);
                pairs.add(new Pair(client, server));
            }
        }
    }

    static ServerSocketChannel listener() throws IOException {
        return ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
    }

    static void prepare(SocketChannel end) throws IOException {
        end.setOption(StandardSocketOptions.TCP_NODELAY, true);
        end.setOption(StandardSocketOptions.SO_LINGER, 0);
    }

    List<Pair> all() {
        return pairs;
    }

    /** Writes the whole buffer, which then can be written again. */
    static void write(SocketChannel to, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            var _ = to.write(buffer);
        }
    }

    /** Fills the buffer; returns whether the peer sent that much. */
    static boolean read(SocketChannel from, ByteBuffer buffer) throws IOException {
        buffer.clear();
        while (buffer.hasRemaining()) {
            if (from.read(buffer) < 0) {
                return false;
            }
        }
        return true;
    }

    @Override
    public void close() throws IOException {
        for (Pair pair : pairs) {
            pair.client().close();
            pair.server().close();
        }
    }
}
