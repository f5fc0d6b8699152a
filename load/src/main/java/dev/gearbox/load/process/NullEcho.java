package dev.gearbox.load.process;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * The cheapest echo that one thread and a selector can provide: one read and one write per request through a shared buffer, without connection state,
 * sessions, timers or tasks. Only a connection that does not accept its whole answer gets a buffer for the rest.
 */
final class NullEcho implements Runnable, Closeable {
    private final Selector selector = Selector.open();
    private final ServerSocketChannel server = ServerSocketChannel.open();
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
    private final Consumer<SelectionKey> action = this::event;
    private final AtomicLong accepted = new AtomicLong();
    private final AtomicLong requests = new AtomicLong();

    /** Listens on the loopback; 0: any port. */
    NullEcho(int port) throws IOException {
        server.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 4096);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
    }

    int port() {
        return server.socket().getLocalPort();
    }

    long accepted() {
        return accepted.get();
    }

    /** Returns the number of reads that were answered: the number of requests, if each arrived in one piece. */
    long requests() {
        return requests.get();
    }

    @Override
    public void run() {
        try {
            while (true) {
                selector.select(action);
            }
        } catch (ClosedSelectorException expected) {
            // close() ends the loop.
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private void event(SelectionKey key) {
        if (key.channel() instanceof SocketChannel channel) {
            try {
                if (key.attachment() == null) {
                    echo(key, channel);
                } else {
                    rest(key, channel);
                }
            } catch (IOException gone) {
                close(channel);
            }
        } else {
            accept();
        }
    }

    private void echo(SelectionKey key, SocketChannel channel) throws IOException {
        buffer.clear();
        if (channel.read(buffer) < 0) {
            channel.close();
            return;
        }
        buffer.flip();
        channel.write(buffer);
        // One thread writes, another reads.
        requests.lazySet(requests.getPlain() + 1);
        if (buffer.hasRemaining()) {
            key.attach(ByteBuffer.allocateDirect(buffer.remaining()).put(buffer).flip());
            key.interestOps(SelectionKey.OP_WRITE);
        }
    }

    private static void rest(SelectionKey key, SocketChannel channel) throws IOException {
        var rest = (ByteBuffer) key.attachment();
        channel.write(rest);
        if (!rest.hasRemaining()) {
            key.attach(null);
            key.interestOps(SelectionKey.OP_READ);
        }
    }

    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ);
                accepted.lazySet(accepted.getPlain() + 1);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void close(SocketChannel channel) {
        try {
            channel.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Ends the thread that runs it; open connections are closed when the process exits. */
    @Override
    public void close() throws IOException {
        selector.close();
        server.close();
    }
}
