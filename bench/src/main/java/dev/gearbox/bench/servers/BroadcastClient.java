package dev.gearbox.bench.servers;

import dev.gearbox.bench.RoundClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;

/** Clients of a broadcast, on one thread: the last of them sends a line as soon as all have received the one before. */
final class BroadcastClient implements RoundClient {
    private static final long PATIENCE_MILLIS = 10_000;

    private final Selector selector = Selector.open();
    private final ByteBuffer line;
    private final ByteBuffer received = ByteBuffer.allocateDirect(4 << 10);
    private SocketChannel last;
    private long expected;
    private long missing;

    BroadcastClient(int port, int clients, byte[] line) throws IOException {
        this.line = ByteBuffer.allocateDirect(line.length).put(line).flip().asReadOnlyBuffer();
        last = join(port);
        for (int i = 1; i < clients; i++) {
            last = join(port);
        }
    }

    /** Connects a client, and waits until its own line has reached it: a server with several loops may make the next client a member first. */
    private SocketChannel join(int port) throws IOException {
        SocketChannel client = connect(port);
        expected += line.limit();
        broadcast(client);
        return client;
    }

    private SocketChannel connect(int port) throws IOException {
        SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
        channel.configureBlocking(false);
        channel.register(selector, SelectionKey.OP_READ);
        return channel;
    }

    @Override
    public long run(long nanos) throws IOException {
        long deadline = System.nanoTime() + nanos;
        long count = 0;
        do {
            broadcast(last);
            count++;
        } while (System.nanoTime() - deadline < 0);
        return count;
    }

    /** Lets this client send the line, and waits until all have received it. */
    private void broadcast(SocketChannel sender) throws IOException {
        missing = expected;
        if (sender.write(line.rewind()) != line.limit()) {
            throw new IOException("a line did not fit the socket's buffer");
        }
        while (missing > 0) {
            if (selector.select(PATIENCE_MILLIS) == 0) {
                throw new IOException(missing + " bytes of " + expected + " have not arrived");
            }
            for (SelectionKey key : selector.selectedKeys()) {
                int count = ((SocketChannel) key.channel()).read(received.clear());
                if (count < 0) {
                    throw new IOException("the server closed a connection");
                }
                missing -= count;
            }
            selector.selectedKeys().clear();
        }
        if (missing < 0) {
            throw new IOException((expected - missing) + " bytes have arrived, expected are " + expected);
        }
    }

    @Override
    public void close() throws IOException {
        for (SelectionKey key : selector.keys()) {
            key.channel().close();
        }
        selector.close();
    }
}
