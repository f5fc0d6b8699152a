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

/** A closed loop of requests over standing connections, on one thread: each connection sends its next request when the last one is answered. */
public final class PingClient implements RoundClient {
    private static final int LARGEST_READ = 256 << 10;

    private final Selector selector = Selector.open();
    private final ByteBuffer request;
    private final ByteBuffer answer;
    private final long answerLength;
    private final Consumer<SelectionKey> answered = this::answered;
    private long requests;
    private int inFlight;
    private boolean stopping;

    /**
     * Connects.
     *
     * @param request what each connection sends
     * @param answerLength what it then waits for, in bytes
     */
    public PingClient(int port, int connections, byte[] request, long answerLength) throws IOException {
        this.request =
                ByteBuffer.allocateDirect(request.length).put(request).flip().asReadOnlyBuffer();
        this.answerLength = answerLength;
        answer = ByteBuffer.allocateDirect((int) Math.min(answerLength, LARGEST_READ));
        for (int index = 0; index < connections; index++) {
            SocketChannel channel = SocketChannel.open(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
            channel.configureBlocking(false);
            channel.register(selector, SelectionKey.OP_READ, new long[1]);
        }
    }

    @Override
    public long run(long nanos) throws IOException {
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
        if (((SocketChannel) key.channel()).write(request.rewind()) != request.limit()) {
            throw new IOException("a request of " + request.limit() + " bytes did not fit the socket's buffer");
        }
        ((long[]) key.attachment())[0] = answerLength;
        inFlight++;
    }

    private void answered(SelectionKey key) {
        long[] missing = (long[]) key.attachment();
        try {
            int count = ((SocketChannel) key.channel())
                    .read(answer.clear().limit((int) Math.min(missing[0], answer.capacity())));
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
