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

/** The members of a room, on one thread: the last of them says something when all have received what it said before. */
final class RoomClient implements RoundClient {
    private static final long PATIENCE_MILLIS = 10_000;

    private final Selector selector = Selector.open();
    private final ByteBuffer line;
    private final ByteBuffer heard = ByteBuffer.allocateDirect(4 << 10);
    private final long expected;
    private SocketChannel last;
    private long missing;

    RoomClient(int port, int members, byte[] line) throws IOException {
        this.line = ByteBuffer.allocateDirect(line.length).put(line).flip().asReadOnlyBuffer();
        expected = (long) members * line.length;
        last = join(port);
        for (int i = 1; i < members; i++) {
            last = join(port);
        }
        // The server has accepted the last one after all others, so all of them receive what it says.
        say();
    }

    private SocketChannel join(int port) throws IOException {
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
            say();
            count++;
        } while (System.nanoTime() - deadline < 0);
        return count;
    }

    /** Says the line, and waits until all members have received it. */
    private void say() throws IOException {
        missing = expected;
        if (last.write(line.rewind()) != line.limit()) {
            throw new IOException("a line did not fit the socket's buffer");
        }
        while (missing > 0) {
            if (selector.select(PATIENCE_MILLIS) == 0) {
                throw new IOException(missing + " bytes of " + expected + " have not arrived");
            }
            for (SelectionKey key : selector.selectedKeys()) {
                int count = ((SocketChannel) key.channel()).read(heard.clear());
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
