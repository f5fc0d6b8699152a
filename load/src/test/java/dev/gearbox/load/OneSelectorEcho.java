package dev.gearbox.load;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;

/**
 * A plain echo server with one thread and one selector, against which the generator is tested. Buffers what it could not write at once. As a program it
 * prints its port and exits at the end of standard input.
 */
public final class OneSelectorEcho implements AutoCloseable {
    private final Selector selector;
    private final ServerSocketChannel server;
    private final Thread thread;
    private final ByteBuffer buffer = ByteBuffer.allocateDirect(64 << 10);
    private final Runnable beforeAnswer;
    private volatile boolean closing;
    private volatile CompletableFuture<Void> settled = CompletableFuture.completedFuture(null);

    /** Runs an action on the server's only thread before each answer: its duration is a stall for all connections. */
    public OneSelectorEcho(Runnable beforeAnswer) throws IOException {
        this.beforeAnswer = beforeAnswer;
        selector = Selector.open();
        server = ServerSocketChannel.open();
        server.bind(new InetSocketAddress("0.0.0.0", 0), 1024);
        server.configureBlocking(false);
        server.register(selector, SelectionKey.OP_ACCEPT);
        thread = Thread.ofPlatform().name("echo").start(this::run);
    }

    public static void main(String[] args) throws IOException {
        try (var echo = new OneSelectorEcho(() -> {})) {
            System.out.println(echo.port());
            while (System.in.read() >= 0) {
                // Only the end matters.
            }
        }
    }

    public int port() {
        return server.socket().getLocalPort();
    }

    /** Returns when everything received so far has been answered. */
    public void settle() {
        var answered = new CompletableFuture<Void>();
        settled = answered;
        selector.wakeup();
        answered.join();
    }

    private void run() {
        try {
            while (!closing) {
                selector.select(this::event);
                if (!settled.isDone()) {
                    while (selector.selectNow(this::event) > 0) {
                        // Answers until there are no more requests.
                    }
                    settled.complete(null);
                }
            }
            for (SelectionKey key : selector.keys()) {
                key.channel().close();
            }
            selector.close();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private void event(SelectionKey key) {
        if (key.isAcceptable()) {
            accept();
            return;
        }
        var channel = (SocketChannel) key.channel();
        try {
            if (key.attachment() instanceof ByteBuffer rest) {
                channel.write(rest);
                if (!rest.hasRemaining()) {
                    key.attach(null);
                    key.interestOps(SelectionKey.OP_READ);
                }
                return;
            }
            buffer.clear();
            if (channel.read(buffer) < 0) {
                channel.close();
                return;
            }
            buffer.flip();
            beforeAnswer.run();
            channel.write(buffer);
            if (buffer.hasRemaining()) {
                key.attach(ByteBuffer.allocate(buffer.remaining()).put(buffer).flip());
                key.interestOps(SelectionKey.OP_WRITE);
            }
        } catch (IOException _) {
            key.cancel();
            try {
                channel.close();
            } catch (IOException expected) {
                // The peer reset the connection.
            }
        }
    }

    private void accept() {
        try {
            for (SocketChannel channel = server.accept(); channel != null; channel = server.accept()) {
                channel.configureBlocking(false);
                channel.setOption(StandardSocketOptions.TCP_NODELAY, true);
                channel.register(selector, SelectionKey.OP_READ);
            }
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        closing = true;
        selector.wakeup();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
