package dev.gearbox.bench;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.util.function.Consumer;

/**
 * A closed loop of small requests over standing connections, on one thread: each connection sends its next request when the last one is answered. It
 * can stop with nothing in flight and continue later, so that several servers can be loaded in turns.
 */
final class PingClient implements AutoCloseable {
    private final Selector selector = Selector.open();
    private final ByteBuffer request;
    private final ByteBuffer answer;
    private final int bytes;
    private final Consumer<SelectionKey> answered = this::answered;
    private long requests;
    private int inFlight;
    private boolean stopping;

    PingClient(int port, int connections, int bytes) throws IOException {
        this.bytes = bytes;
        request = ByteBuffer.allocateDirect(bytes);
        answer = ByteBuffer.allocateDirect(bytes);
        for (int index = 0; index < connections; index++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new int[1]);
        }
    }

    /** Returns the number of requests answered within {@code nanos}, plus the few until it has stopped. */
    long run(long nanos) throws IOException {
        requests = 0;
        stopping = false;
        for (SelectionKey key : selector.keys()) {
            send(key);
        }
        long deadline = System.nanoTime() + nanos;
        while (inFlight > 0) {
            if (selector.select(answered, 5_000) == 0) {
                throw new IOException("no answer for five seconds, " + inFlight + " requests in flight");
            }
            stopping |= System.nanoTime() - deadline >= 0;
        }
        return requests;
    }

    private void send(SelectionKey key) throws IOException {
        if (((SocketChannel) key.channel()).write(request.clear()) != bytes) {
            throw new IOException("a request of " + bytes + " bytes did not fit the socket's buffer");
        }
        ((int[]) key.attachment())[0] = bytes;
        inFlight++;
    }

    private void answered(SelectionKey key) {
        int[] missing = (int[]) key.attachment();
        try {
            int count = ((SocketChannel) key.channel()).read(answer.clear().limit(missing[0]));
            if (count < 0) {
                throw new IOException("the server closed a connection");
            }
            missing[0] -= count;
            if (missing[0] == 0) {
                requests++;
                inFlight--;
                if (!stopping) {
                    send(key);
                }
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
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
